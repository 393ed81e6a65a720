package io.verbena.codegen;

import com.palantir.javapoet.TypeSpec;
import javax.lang.model.element.Modifier;

/** Writes the interface that marks the attributes with which a class has a method, such as {@code SubnGet}. */
final class MethodGenerator {
    private MethodGenerator() {}

    static TypeSpec generate(String method) {
        return TypeSpec.interfaceBuilder(Generate.iba(method))
                .addModifiers(Modifier.PUBLIC)
                .addJavadoc(
                        "Marks an attribute that $L may carry, so that invalid combinations do not compile.\n", method)
                .build();
    }
}
