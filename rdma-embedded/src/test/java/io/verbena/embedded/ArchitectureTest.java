package io.verbena.embedded;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArchitectureTest {
    private static final JavaClasses EMBEDDED = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.verbena.embedded");

    @ParameterizedTest(name = "{0} uses {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "embedded         | embedded.cm embedded.hca embedded.hca.queue embedded.agent embedded.routing embedded.node embedded.time sm sm.sa spi spi.cm spi.verbs hca device iba topology subnet subnet.cache diag.ibdm error",
                "embedded.cm      | embedded.time spi spi.cm hca iba error",
                "embedded.service | embedded sm spi trace iba error",
                "embedded.hca     | embedded.hca.queue embedded.hca.frame embedded.hca.memory embedded.node embedded.time spi.verbs hca iba error",
                "embedded.hca.queue | embedded.hca.frame embedded.hca.memory embedded.routing embedded.node embedded.time spi.verbs hca iba error",
                "embedded.hca.frame | spi.verbs hca",
                "embedded.hca.memory | spi.verbs hca error",
                "embedded.agent   | embedded.routing embedded.node embedded.time spi iba topology",
                "embedded.routing | embedded.node spi iba topology",
                "embedded.node    | embedded.time iba topology",
                "embedded.time    | iba",
            })
    void aPackageUsesOnlyThePackagesBelowIt(String name, String below) {
        String[] allowed = Stream.concat(Stream.of(name), Stream.of(below.split(" ")))
                .map(used -> "io.verbena." + used)
                .toArray(String[]::new);

        noClasses()
                .that()
                .resideInAPackage("io.verbena." + name)
                .should()
                .dependOnClassesThat(resideInAPackage("io.verbena..").and(not(resideInAnyPackage(allowed))))
                .check(EMBEDDED);
    }

    @Test
    void onlyTheJUnitPackageUsesJUnitAndTheFacade() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.verbena.embedded.junit")
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.junit..", "io.verbena.embedded.junit", "io.verbena"))
                .check(EMBEDDED);
    }
}
