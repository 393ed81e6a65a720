package io.verbena.codegen;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.verbena.codegen.VerbsTable.Constant;
import io.verbena.codegen.VerbsTable.Enumeration;
import io.verbena.codegen.VerbsTable.Predicate;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/** Turns an enumeration of the table of verbs into a Java enum. */
final class VerbsEnumGenerator {
    private VerbsEnumGenerator() {}

    static ClassName name(Enumeration enumeration) {
        String subpackage = enumeration.subpackage();
        return ClassName.get(
                subpackage == null ? "io.verbena.hca" : "io.verbena.verbs." + subpackage, enumeration.name());
    }

    static TypeSpec generate(Enumeration enumeration) {
        TypeSpec.Builder type = TypeSpec.enumBuilder(name(enumeration))
                .addModifiers(Modifier.PUBLIC)
                .addSuperinterface(Generate.iba("WireEnum"))
                .addJavadoc("$L ($L).\n", enumeration.title(), enumeration.source());
        for (Constant constant : enumeration.constants()) {
            type.addEnumConstant(
                    constant.name(),
                    TypeSpec.anonymousClassBuilder("$L, $S$L", code(constant), constant.text(), numbers(constant))
                            .addJavadoc("$L\n", constant.javadoc())
                            .build());
        }
        EnumGenerator.addMembers(type, enumeration.columns().keySet());
        enumeration.columns().forEach((column, comment) -> type.addMethod(column(column, comment)));
        enumeration.predicates().forEach(predicate -> type.addMethod(predicate(predicate)));
        if (enumeration.fallback() != null) {
            type.addMethod(
                    of(name(enumeration), enumeration, enumeration.fallback().name()));
            enumeration
                    .columns()
                    .keySet()
                    .forEach(column -> type.addMethod(
                            of(name(enumeration), column, enumeration.fallback().name())));
        }
        return type.build();
    }

    private static String numbers(Constant constant) {
        return constant.numbers().stream().map(number -> ", " + number).collect(Collectors.joining());
    }

    private static MethodSpec column(String column, String comment) {
        return MethodSpec.methodBuilder(column)
                .addJavadoc("$L\n", comment)
                .addModifiers(Modifier.PUBLIC)
                .returns(TypeName.INT)
                .addStatement("return $L", column)
                .build();
    }

    private static MethodSpec predicate(Predicate predicate) {
        return MethodSpec.methodBuilder(predicate.name())
                .addJavadoc("$L\n", predicate.comment())
                .addModifiers(Modifier.PUBLIC)
                .returns(TypeName.BOOLEAN)
                .addStatement(
                        "return $L",
                        predicate.constants().stream()
                                .map(constant -> "this == " + constant)
                                .collect(Collectors.joining(" || ")))
                .build();
    }

    /** Returns the method that finds a constant by the number in a column, where 0 stands for no number. */
    private static MethodSpec of(ClassName name, String column, String fallback) {
        return MethodSpec.methodBuilder("of" + Character.toUpperCase(column.charAt(0)) + column.substring(1))
                .addJavadoc("Returns the constant with this number, or {@link #$L} if there is none.\n", fallback)
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(name)
                .addParameter(TypeName.INT, column)
                .beginControlFlow("for ($T constant : values())", name)
                .beginControlFlow("if (constant.$1L == $1L && $1L != 0)", column)
                .addStatement("return constant")
                .endControlFlow()
                .endControlFlow()
                .addStatement("return $L", fallback)
                .build();
    }

    private static MethodSpec of(ClassName name, Enumeration enumeration, String fallback) {
        CodeBlock.Builder cases = CodeBlock.builder();
        for (Constant constant : enumeration.constants()) {
            if (!constant.name().equals(fallback)) {
                cases.add("case $L -> $L;\n", code(constant), constant.name());
            }
        }
        return MethodSpec.methodBuilder("of")
                .addJavadoc("Returns the constant with a code, or {@link #$L} if there is none.\n", fallback)
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(name)
                .addParameter(TypeName.INT, "code")
                .addCode("return switch (code) {$>\n$Ldefault -> $L;$<\n};\n", cases.build(), fallback)
                .build();
    }

    /** Returns the code as a Java literal, in hexadecimal for high bits. */
    private static String code(Constant constant) {
        int code = (int) constant.code();
        return constant.code() < 0x1000 ? Integer.toString(code) : "0x" + Integer.toHexString(code);
    }
}
