package io.verbena.sm;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArchitectureTest {
    @ParameterizedTest(name = "{0} uses {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "sm    | sm.sa device spi iba error",
                "sm.sa | rmpp spi iba error",
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
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.verbena.sm"));
    }
}
