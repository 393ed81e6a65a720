package io.verbena.spring.boot;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class StarterArchitectureTest {
    @Test
    void publicMethodsThatReturnAFutureEndInAsync() {
        methods()
                .that()
                .arePublic()
                .and()
                .haveRawReturnType(assignableTo(CompletionStage.class))
                .and()
                .areDeclaredInClassesThat()
                .arePublic()
                .should()
                .haveNameEndingWith("Async")
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.verbena.spring.boot"));
    }
}
