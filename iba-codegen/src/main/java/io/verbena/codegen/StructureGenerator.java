package io.verbena.codegen;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import java.util.Objects;
import java.util.Set;
import javax.lang.model.element.Modifier;

/** Turns a structure of the table into a flyweight: a constant, a getter and a fluent setter for each field. */
final class StructureGenerator {
    private static final ClassName LAYOUT = Generate.iba("Layout");
    private static final ClassName FIELD = Generate.iba("Field");
    private static final ArrayTypeName BYTES = ArrayTypeName.of(TypeName.BYTE);

    private final StructureSchema schema;
    private final ClassName self;
    private final TypeSpec.Builder type;

    private StructureGenerator(StructureSchema schema) {
        this.schema = schema;
        this.self = Generate.iba(schema.name());
        this.type = TypeSpec.classBuilder(self);
    }

    static TypeSpec generate(StructureSchema schema) {
        return new StructureGenerator(schema).generate();
    }

    private TypeSpec generate() {
        type.addModifiers(Modifier.PUBLIC, Modifier.FINAL)
                .superclass(Generate.iba("Structure"))
                .addJavadoc("$L ($L).\n\n", schema.title(), schema.section())
                .addJavadoc("<pre>\n$L\n</pre>\n", WirePicture.of(schema));
        schema.methods().forEach(method -> type.addSuperinterface(Generate.iba(method)));
        constants();
        constructors();
        schema.fields().forEach(this::accessors);
        return type.build();
    }

    private void constants() {
        type.addField(constant(TypeName.INT, "LENGTH", Modifier.PUBLIC)
                .addJavadoc("The length on the wire, in bytes.\n")
                .initializer("$L", schema.length())
                .build());
        for (FieldSchema field : schema.fields()) {
            type.addField(constant(TypeName.INT, field.constant(), Modifier.PRIVATE)
                    .initializer("$L", field.bit())
                    .build());
        }
        CodeBlock.Builder fields = CodeBlock.builder();
        for (FieldSchema field : schema.fields()) {
            fields.add(",\n$T.$L", FIELD, describe(field));
        }
        type.addField(constant(ParameterizedTypeName.get(LAYOUT, self), "LAYOUT", Modifier.PUBLIC)
                .addJavadoc("The fields, by name and in order.\n")
                .initializer(
                        "$T.of($>$>$T.class, $T::new, LENGTH, $L$L)$<$<",
                        LAYOUT,
                        self,
                        self,
                        schema.attribute() == null ? "-1" : String.format("0x%04x", schema.attribute()),
                        fields.build())
                .build());
    }

    private static CodeBlock describe(FieldSchema field) {
        CodeBlock place = CodeBlock.of("$S, $S, $L, $L", field.name(), field.label(), field.constant(), field.width());
        CodeBlock made = switch (field.kind()) {
            case UNSIGNED -> CodeBlock.of("unsigned($L)", place);
            case HEX -> CodeBlock.of("hex($L)", place);
            case TEXT -> CodeBlock.of("text($L, $L)", place, field.count());
            case BYTES -> CodeBlock.of("bytes($L, $L)", place, field.count());
            case GUID -> CodeBlock.of("guid($L)", place);
            case GID -> CodeBlock.of("gid($L)", place);
            case LID -> CodeBlock.of("lid($L)", place);
            case ENUM -> CodeBlock.of("enumeration($L, $T.class)", place, Generate.iba(field.typeName()));
            case SET -> CodeBlock.of("set($L, $T.class)", place, Generate.iba(field.typeName()));
        };
        return field.mask() < 0 ? made : CodeBlock.of("$L.mask($L)", made, field.mask());
    }

    private void constructors() {
        type.addMethod(MethodSpec.constructorBuilder()
                .addJavadoc("A structure of zeros, to be filled.\n")
                .addModifiers(Modifier.PUBLIC)
                .addStatement("super(LENGTH)")
                .build());
        type.addMethod(MethodSpec.constructorBuilder()
                .addParameter(BYTES, "bytes")
                .addParameter(TypeName.INT, "offset")
                .addParameter(TypeName.BOOLEAN, "readOnly")
                .addStatement("super(bytes, offset, LENGTH, readOnly)")
                .build());
        type.addMethod(MethodSpec.methodBuilder("layout")
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .returns(ParameterizedTypeName.get(LAYOUT, self))
                .addStatement("return LAYOUT")
                .build());
    }

    private void accessors(FieldSchema field) {
        String at = field.constant();
        TypeName number = field.width() < 32 ? TypeName.INT : TypeName.LONG;
        switch (field.kind()) {
            case UNSIGNED, HEX -> pair(field.name(), number, read(field), write(field, "value"));
            case TEXT ->
                pair(
                        field.name(),
                        ClassName.get(String.class),
                        CodeBlock.of("text($L, $L)", at, field.count()),
                        CodeBlock.of("text($L, $L, value)", at, field.count()));
            case BYTES -> {
                pair(
                        field.name(),
                        BYTES,
                        CodeBlock.of("bytes($L, $L)", at, field.count()),
                        CodeBlock.of("bytes($L, $L, value)", at, field.count()));
                element(field);
            }
            case GID ->
                pair(
                        field.name(),
                        Generate.iba("Gid"),
                        CodeBlock.of("gid($L)", at),
                        CodeBlock.of("gid($L, value)", at));
            case GUID -> object(field, Generate.iba("Guid"), TypeName.LONG, "value.bits()");
            case LID -> object(field, Generate.iba("Lid"), TypeName.INT, "value.bits()");
            case ENUM -> object(field, Generate.iba(field.typeName()), number, "value.code()");
            case SET -> set(field, number);
        }
    }

    /** A field that is an object to people and a number on the wire: both forms. */
    private void object(FieldSchema field, ClassName object, TypeName number, String code) {
        CodeBlock bits = read(field);
        CodeBlock narrow = number.equals(TypeName.LONG) && field.kind() == FieldSchema.Kind.ENUM
                ? CodeBlock.of("(int) $L", bits)
                : bits;
        pair(field.name(), object, CodeBlock.of("$T.of($L)", object, narrow), write(field, code));
        pair(field.name() + "Bits", number, bits, write(field, "value"));
    }

    /** One byte of an array, so that a switch on the way reads its own without a copy of all. */
    private void element(FieldSchema field) {
        CodeBlock bit =
                CodeBlock.of("$L + 8 * $T.checkIndex(index, $L)", field.constant(), Objects.class, field.count());
        type.addMethod(MethodSpec.methodBuilder(field.name())
                .addModifiers(Modifier.PUBLIC)
                .returns(TypeName.INT)
                .addParameter(TypeName.INT, "index")
                .addStatement("return u8($L)", bit)
                .build());
        type.addMethod(MethodSpec.methodBuilder(field.name())
                .addModifiers(Modifier.PUBLIC)
                .returns(self)
                .addParameter(TypeName.INT, "index")
                .addParameter(TypeName.INT, "value")
                .addStatement("set($S, $L, 8, value)", field.name(), bit)
                .addStatement("return this")
                .build());
    }

    private void set(FieldSchema field, TypeName number) {
        ClassName element = Generate.iba(field.typeName());
        ClassName support = Generate.iba("WireEnum");
        pair(
                field.name(),
                ParameterizedTypeName.get(ClassName.get(Set.class), element),
                CodeBlock.of("$T.setOf($T.class, $L)", support, element, read(field)),
                CodeBlock.of(
                        "set($S, $L, $L, $T.bitsOf(value))", field.name(), field.constant(), field.width(), support));
        pair(field.name() + "Bits", number, read(field), write(field, "value"));
    }

    private static CodeBlock read(FieldSchema field) {
        int width = field.width();
        boolean aligned = field.bit() % 8 == 0 && (width == 8 || width == 16 || width == 32 || width == 64);
        return aligned
                ? CodeBlock.of("u$L($L)", width, field.constant())
                : CodeBlock.of(width < 32 ? "(int) bits($L, $L)" : "bits($L, $L)", field.constant(), width);
    }

    private static CodeBlock write(FieldSchema field, String value) {
        return CodeBlock.of("set($S, $L, $L, $L)", field.name(), field.constant(), field.width(), value);
    }

    private void pair(String name, TypeName valueType, CodeBlock read, CodeBlock write) {
        type.addMethod(MethodSpec.methodBuilder(name)
                .addModifiers(Modifier.PUBLIC)
                .returns(valueType)
                .addStatement("return $L", read)
                .build());
        type.addMethod(MethodSpec.methodBuilder(name)
                .addModifiers(Modifier.PUBLIC)
                .returns(self)
                .addParameter(valueType, "value")
                .addStatement("$L", write)
                .addStatement("return this")
                .build());
    }

    private static FieldSpec.Builder constant(TypeName type, String name, Modifier visibility) {
        return FieldSpec.builder(type, name, visibility, Modifier.STATIC, Modifier.FINAL);
    }
}
