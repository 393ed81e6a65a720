package io.verbena.monitor;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arrows between the packages of the monitor point down only. */
class MonitorArchitectureTest {
    private static final JavaClasses MONITOR = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.verbena.monitor");

    @ParameterizedTest(name = "{0} uses {1}")
    @CsvSource(
            delimiter = '|',
            nullValues = "nothing",
            value = {
                "model   | nothing",
                "channel | model",
                "collect | channel model",
                "store   | collect channel model",
                "kafka   | collect channel model",
                "query   | store channel model",
                "rule    | model",
                "alarm   | rule store collect channel model",
                "notify  | alarm rule",
                "metrics | query model",
                "web     | metrics notify alarm rule query store collect model",
            })
    void aPackageUsesOnlyWhatIsBelowIt(String name, String below) {
        String[] allowed = Stream.concat(Stream.of(name), below == null ? Stream.of() : Stream.of(below.split(" ")))
                .map(used -> "io.verbena.monitor." + used)
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage("io.verbena.monitor." + name)
                .should()
                .dependOnClassesThat(resideInAPackage("io.verbena.monitor..").and(not(resideInAnyPackage(allowed))))
                .check(MONITOR);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.verbena.monitor.(*)..").should().beFreeOfCycles().check(MONITOR);
    }

    @Test
    void onlyTheStoreAndTheQueriesAndTheJournalKnowSql() {
        assertThat(MONITOR.stream()
                        .filter(each -> each.getDirectDependenciesFromSelf().stream()
                                .anyMatch(used ->
                                        used.getTargetClass().getPackageName().startsWith("org.springframework.jdbc")))
                        .map(JavaClass::getPackageName)
                        .distinct())
                .containsExactlyInAnyOrder(
                        "io.verbena.monitor.store", "io.verbena.monitor.query", "io.verbena.monitor.alarm");
    }
}
