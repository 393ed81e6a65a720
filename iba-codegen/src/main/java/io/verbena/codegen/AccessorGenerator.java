package io.verbena.codegen;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.verbena.codegen.FieldSchema.Kind;
import java.util.Objects;
import java.util.Set;
import javax.lang.model.element.Modifier;

/** Gives a structure the getters and setters of its fields; those of an array take an index. */
final class AccessorGenerator {
    private static final ArrayTypeName BYTES = ArrayTypeName.of(TypeName.BYTE);
    private static final ClassName WIRE_ENUM = Generate.iba("WireEnum");

    private final ClassName self;
    private final TypeSpec.Builder type;

    AccessorGenerator(ClassName self, TypeSpec.Builder type) {
        this.self = self;
        this.type = type;
    }

    void add(FieldSchema field) {
        CodeBlock at = place(field, field.isArray());
        TypeName number = field.width() < 32 ? TypeName.INT : TypeName.LONG;
        switch (field.kind()) {
            case UNSIGNED, HEX -> pair(field, "", number, read(field, at), write(field, at, "value"));
            case TEXT ->
                pair(
                        field,
                        "",
                        ClassName.get(String.class),
                        CodeBlock.of("text($L, $L)", at, field.count()),
                        CodeBlock.of("text($S, $L, $L, value)", field.name(), at, field.count()));
            case BYTES -> {
                pair(
                        field,
                        "",
                        BYTES,
                        CodeBlock.of("bytes($L, $L)", at, field.count()),
                        CodeBlock.of("bytes($S, $L, $L, value)", field.name(), at, field.count()));
                // One byte, so that a switch on the way reads its own without a copy of all.
                CodeBlock element = place(field, true);
                pair(field, "", true, TypeName.INT, read(field, element), write(field, element, "value"));
            }
            case GID ->
                pair(
                        field,
                        "",
                        Generate.iba("Gid"),
                        CodeBlock.of("gid($L)", at),
                        CodeBlock.of("gid($S, $L, value)", field.name(), at));
            case GUID -> object(field, at, Generate.iba("Guid"), TypeName.LONG, "value.bits()");
            case LID -> object(field, at, Generate.iba("Lid"), TypeName.INT, "value.bits()");
            case ENUM -> object(field, at, Generate.iba(field.typeName()), number, "value.code()");
            case SET -> set(field, at, number);
            case STRUCTURE -> nested(field, at);
        }
    }

    private static CodeBlock place(FieldSchema field, boolean indexed) {
        return indexed
                ? CodeBlock.of(
                        "$L + $L * $T.checkIndex(index, $L)",
                        field.constant(),
                        field.width(),
                        Objects.class,
                        field.count())
                : CodeBlock.of("$L", field.constant());
    }

    /** A field that is an object to people and a number on the wire: both forms. */
    private void object(FieldSchema field, CodeBlock at, ClassName object, TypeName number, String code) {
        CodeBlock bits = read(field, at);
        CodeBlock narrow =
                number.equals(TypeName.LONG) && field.kind() == Kind.ENUM ? CodeBlock.of("(int) $L", bits) : bits;
        pair(field, "", object, CodeBlock.of("$T.of($L)", object, narrow), write(field, at, code));
        pair(field, "Bits", number, bits, write(field, at, "value"));
    }

    private void set(FieldSchema field, CodeBlock at, TypeName number) {
        ClassName element = Generate.iba(field.typeName());
        CodeBlock bits = read(field, at);
        pair(
                field,
                "",
                ParameterizedTypeName.get(ClassName.get(Set.class), element),
                CodeBlock.of("$T.setOf($T.class, $L)", WIRE_ENUM, element, bits),
                CodeBlock.of("set($S, $L, $L, $T.bitsOf(value))", field.name(), at, field.width(), WIRE_ENUM));
        pair(field, "Bits", number, bits, write(field, at, "value"));
    }

    /** The getter is a view: what is set in it is set here. */
    private void nested(FieldSchema field, CodeBlock at) {
        ClassName nested = Generate.iba(field.typeName());
        pair(
                field,
                "",
                nested,
                CodeBlock.of("nested($T.LAYOUT, $L)", nested, at),
                CodeBlock.of("nested($S, $L, value)", field.name(), at));
    }

    private static CodeBlock read(FieldSchema field, CodeBlock at) {
        int width = field.width();
        boolean aligned = field.bit() % 8 == 0 && (width == 8 || width == 16 || width == 32 || width == 64);
        return aligned
                ? CodeBlock.of("u$L($L)", width, at)
                : CodeBlock.of(width < 32 ? "(int) bits($L, $L)" : "bits($L, $L)", at, width);
    }

    private static CodeBlock write(FieldSchema field, CodeBlock at, String value) {
        return CodeBlock.of("set($S, $L, $L, $L)", field.name(), at, field.width(), value);
    }

    private void pair(FieldSchema field, String suffix, TypeName valueType, CodeBlock read, CodeBlock write) {
        pair(field, suffix, field.isArray(), valueType, read, write);
    }

    private void pair(
            FieldSchema field, String suffix, boolean indexed, TypeName valueType, CodeBlock read, CodeBlock write) {
        MethodSpec.Builder getter = method(field, suffix, indexed).returns(valueType);
        MethodSpec.Builder setter = method(field, suffix, indexed).returns(self);
        type.addMethod(getter.addStatement("return $L", read).build());
        type.addMethod(setter.addParameter(valueType, "value")
                .addStatement("$L", write)
                .addStatement("return this")
                .build());
    }

    private static MethodSpec.Builder method(FieldSchema field, String suffix, boolean indexed) {
        MethodSpec.Builder method =
                MethodSpec.methodBuilder(field.name() + suffix).addModifiers(Modifier.PUBLIC);
        return indexed ? method.addParameter(TypeName.INT, "index") : method;
    }
}
