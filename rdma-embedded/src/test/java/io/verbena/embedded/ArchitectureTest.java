package io.verbena.embedded;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theEmbeddedFabricIsALeafThatUsesOnlyWhatAProviderMay() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("io.verbena..")
                        .and(not(resideInAnyPackage(
                                "io.verbena.embedded",
                                "io.verbena.spi",
                                "io.verbena.iba",
                                "io.verbena.topology",
                                "io.verbena.error"))))
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.verbena.embedded"));
    }
}
