package io.verbena.codegen;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import java.util.Collection;
import java.util.List;
import javax.lang.model.element.Modifier;

/** Turns an enumeration of the table into a Java enum. */
final class EnumGenerator {
    static final String UNKNOWN = "UNKNOWN";

    private EnumGenerator() {}

    static TypeSpec generate(EnumSchema schema) {
        ClassName name = Generate.iba(schema.name());
        TypeSpec.Builder type = TypeSpec.enumBuilder(name)
                .addModifiers(Modifier.PUBLIC)
                .addSuperinterface(Generate.iba("WireEnum"))
                .addJavadoc("$L ($L).\n", schema.title(), schema.section());
        CodeBlock.Builder cases = CodeBlock.builder();
        for (EnumSchema.Value value : schema.values()) {
            type.addEnumConstant(
                    value.constant(),
                    TypeSpec.anonymousClassBuilder("$L, $S", code(value.code()), value.text())
                            .addJavadoc("$L: $L.\n", code(value.code()), value.text())
                            .build());
            cases.add("case $L -> $L;\n", code(value.code()), value.constant());
        }
        type.addEnumConstant(
                UNKNOWN,
                TypeSpec.anonymousClassBuilder("-1, $S", "unknown")
                        .addJavadoc("An unknown code; the {@code Bits} accessor of the field returns it.\n")
                        .build());
        String unknown = schema.unknown();
        if (unknown != null) {
            type.addMethod(MethodSpec.methodBuilder("text")
                    .addAnnotation(Override.class)
                    .addModifiers(Modifier.PUBLIC)
                    .returns(String.class)
                    .addParameter(TypeName.LONG, "bits")
                    .addStatement("return this == $L ? $S.formatted(bits) : text", UNKNOWN, unknown)
                    .build());
        }
        return addCodeAndText(type)
                .addMethod(MethodSpec.methodBuilder("of")
                        .addJavadoc("Returns the constant with this code, or {@link #UNKNOWN} if there is none.\n")
                        .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                        .returns(name)
                        .addParameter(TypeName.INT, "code")
                        .addCode("return switch (code) {$>\n$Ldefault -> $L;$<\n};\n", cases.build(), UNKNOWN)
                        .build())
                .build();
    }

    /** Adds the members that every enumeration has: the code and the text of a constant. */
    static TypeSpec.Builder addCodeAndText(TypeSpec.Builder type) {
        return addMembers(type, List.of());
    }

    /** Adds the code, the text and further numbers of a constant; the caller adds the getters of the numbers. */
    static TypeSpec.Builder addMembers(TypeSpec.Builder type, Collection<String> numbers) {
        MethodSpec.Builder constructor = MethodSpec.constructorBuilder();
        addMember(type, constructor, "code", TypeName.INT);
        addMember(type, constructor, "text", ClassName.get(String.class));
        numbers.forEach(number -> addMember(type, constructor, number, TypeName.INT));
        return type.addMethod(constructor.build())
                .addMethod(getter("code", TypeName.INT))
                .addMethod(getter("text", ClassName.get(String.class)));
    }

    private static void addMember(
            TypeSpec.Builder type, MethodSpec.Builder constructor, String name, TypeName fieldType) {
        type.addField(fieldType, name, Modifier.PRIVATE, Modifier.FINAL);
        constructor.addParameter(fieldType, name).addStatement("this.$1L = $1L", name);
    }

    private static MethodSpec getter(String name, TypeName type) {
        return MethodSpec.methodBuilder(name)
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .returns(type)
                .addStatement("return $L", name)
                .build();
    }

    private static String code(long code) {
        return code < 0x100 ? Long.toString(code) : "0x" + Long.toHexString(code);
    }
}
