package io.verbena.codegen;

import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.verbena.codegen.VerbsTable.Layout;
import io.verbena.codegen.VerbsTable.Value;
import javax.lang.model.element.Modifier;

/** Turns a record of the table of verbs into a class of offsets and constants. */
final class VerbsLayoutGenerator {
    static final String PACKAGE = "io.verbena.spi.verbs";

    private VerbsLayoutGenerator() {}

    static TypeSpec generate(Layout layout) {
        TypeSpec.Builder type = TypeSpec.classBuilder(layout.name())
                .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
                .addJavadoc("$L.\n", layout.title())
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(Modifier.PRIVATE)
                        .build());
        for (Value value : layout.values()) {
            type.addField(
                    FieldSpec.builder(TypeName.INT, value.name(), Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
                            .addJavadoc("$L\n", value.javadoc())
                            .initializer("$L", value.value())
                            .build());
        }
        return type.build();
    }
}
