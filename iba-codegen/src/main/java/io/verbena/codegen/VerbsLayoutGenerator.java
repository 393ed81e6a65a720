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
    private VerbsLayoutGenerator() {}

    /** Returns the package of a record: that of the providers, or that of the binding whose C library alone has it. */
    static String packageOf(Layout layout) {
        return layout.library().equals("verbs") ? "io.verbena.spi.verbs" : "io.verbena.jni." + layout.library();
    }

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
