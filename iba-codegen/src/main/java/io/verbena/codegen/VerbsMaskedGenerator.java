package io.verbena.codegen;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.verbena.codegen.VerbsTable.Attribute;
import io.verbena.codegen.VerbsTable.MaskedAttributes;
import io.verbena.codegen.VerbsTable.Structure;
import java.util.Locale;
import java.util.Set;
import javax.lang.model.element.Modifier;

/**
 * Turns attributes that a mask selects into a class with a setter for each, and into the code that converts this class to and
 * from a structure. The superclass, whose name ends in {@code Values}, is not generated and has the other methods.
 */
final class VerbsMaskedGenerator {
    private static final ClassName STRUCTS = ClassName.get(VerbsAttributesGenerator.READER_PACKAGE, "AttributeStructs");

    private final MaskedAttributes masked;
    private final VerbsAttributesGenerator types;
    private final ClassName structure;
    private final ClassName self;
    private final ClassName mask;

    VerbsMaskedGenerator(Structure structure, MaskedAttributes masked, VerbsAttributesGenerator types) {
        this.masked = masked;
        this.types = types;
        this.structure = VerbsStructureGenerator.name(structure);
        this.self = VerbsAttributesGenerator.hca(masked.name());
        this.mask = VerbsAttributesGenerator.hca(masked.mask());
    }

    private static boolean isLimited(Attribute attribute) {
        return Character.isDigit(attribute.type().charAt(0));
    }

    private static boolean isNumber(Attribute attribute) {
        return isLimited(attribute) || attribute.type().equals("int");
    }

    /** Returns whether an attribute is a group of fields, which {@code AttributeStructs} converts. */
    private static boolean isGroup(Attribute attribute) {
        return switch (attribute.type()) {
            case "AddressVector", "QueuePairCapacity" -> true;
            default -> false;
        };
    }

    private static boolean isSet(Attribute attribute) {
        return attribute.type().startsWith("Set<");
    }

    private ClassName named(String type) {
        return switch (type) {
            case "AddressVector", "QueuePairCapacity", "AlternatePath" -> VerbsAttributesGenerator.hca(type);
            default -> types.named(type);
        };
    }

    private TypeName type(Attribute attribute) {
        if (isNumber(attribute)) {
            return TypeName.INT;
        }
        if (isSet(attribute)) {
            return ParameterizedTypeName.get(ClassName.get(Set.class), named(attribute.argument()));
        }
        return attribute.type().equals("boolean") ? TypeName.BOOLEAN : named(attribute.type());
    }

    /** Writes the class with the setters. */
    TypeSpec attributes() {
        TypeSpec.Builder type = TypeSpec.classBuilder(self)
                .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
                .superclass(VerbsAttributesGenerator.hca(masked.mask() + "Values"))
                .addJavadoc("$L.\n", masked.title())
                .addMethod(MethodSpec.constructorBuilder()
                        .addJavadoc("Creates a set without attributes.\n")
                        .addModifiers(Modifier.PUBLIC)
                        .build());
        masked.setters().forEach(attribute -> type.addMethod(setter(attribute)));
        return type.build();
    }

    private MethodSpec setter(Attribute attribute) {
        CodeBlock value = isLimited(attribute)
                ? CodeBlock.of("range($T.$L, value, $L)", mask, attribute.name(), attribute.type())
                : CodeBlock.of(isSet(attribute) ? "copy(value)" : "value");
        return MethodSpec.methodBuilder(camelCase(attribute.name()))
                .addJavadoc("Sets $L.\n", attribute.comment())
                .addModifiers(Modifier.PUBLIC)
                .returns(self)
                .addParameter(type(attribute), "value")
                .addStatement("put($T.$L, $L)", mask, attribute.name(), value)
                .addStatement("return this")
                .build();
    }

    private static String camelCase(String constant) {
        StringBuilder name = new StringBuilder();
        for (String word : constant.toLowerCase(Locale.ROOT).split("_", -1)) {
            name.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
        }
        name.setCharAt(0, Character.toLowerCase(name.charAt(0)));
        return name.toString();
    }

    /** Writes the class that converts. */
    TypeSpec converter() {
        CodeBlock.Builder write = CodeBlock.builder().add("switch (attribute) {$>\n");
        CodeBlock.Builder read = CodeBlock.builder().add("switch (attribute) {$>\n");
        for (Attribute attribute : masked.setters()) {
            write.add("case $L -> $L;\n", attribute.name(), write(attribute));
            read.add("case $L -> to.$L($L);\n", attribute.name(), camelCase(attribute.name()), read(attribute));
        }
        ParameterizedTypeName masks = ParameterizedTypeName.get(ClassName.get(Set.class), mask);
        return TypeSpec.classBuilder(masked.name() + "Converter")
                .addModifiers(Modifier.FINAL)
                .addJavadoc("Converts {@link $T} to and from {@link $T}.\n", self, structure)
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(Modifier.PRIVATE)
                        .build())
                .addMethod(MethodSpec.methodBuilder("write")
                        .addModifiers(Modifier.STATIC)
                        .returns(structure)
                        .addParameter(self, "from")
                        .addStatement("$1T to = new $1T()", structure)
                        .addStatement("from.set().forEach(attribute -> write(to, attribute, from))")
                        .addStatement("return to")
                        .build())
                .addMethod(MethodSpec.methodBuilder("write")
                        .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                        .addParameter(structure, "to")
                        .addParameter(mask, "attribute")
                        .addParameter(self, "from")
                        .addCode(write.add("$<}\n").build())
                        .build())
                .addMethod(MethodSpec.methodBuilder("read")
                        .addModifiers(Modifier.STATIC)
                        .returns(self)
                        .addParameter(structure, "from")
                        .addParameter(masks, "attributes")
                        .addStatement("$1T to = new $1T()", self)
                        .addStatement("attributes.forEach(attribute -> read(to, attribute, from))")
                        .addStatement("return to")
                        .build())
                .addMethod(MethodSpec.methodBuilder("read")
                        .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                        .addParameter(self, "to")
                        .addParameter(mask, "attribute")
                        .addParameter(structure, "from")
                        .addCode(read.add("$<}\n").build())
                        .build())
                .build();
    }

    private CodeBlock write(Attribute attribute) {
        String member = attribute.accessor();
        if (isNumber(attribute)) {
            return CodeBlock.of("to.$L = from.number(attribute)", member);
        }
        if (isSet(attribute)) {
            return CodeBlock.of(
                    "to.$L = (int) $T.bitsOf(from.$L())",
                    member,
                    Generate.iba("WireEnum"),
                    camelCase(attribute.name()));
        }
        if (attribute.type().equals("boolean")) {
            return CodeBlock.of("to.$L = from.get(attribute, $T.class) ? 1 : 0", member, Boolean.class);
        }
        CodeBlock value = CodeBlock.of("from.get(attribute, $T.class)", named(attribute.type()));
        if (isGroup(attribute)) {
            return CodeBlock.of("to.$L($T.write($L))", member, STRUCTS, value);
        }
        return member.isEmpty()
                ? CodeBlock.of("$T.write(to, $L)", STRUCTS, value)
                : CodeBlock.of("to.$L = $L.code()", member, value);
    }

    private CodeBlock read(Attribute attribute) {
        String member = attribute.accessor();
        if (isLimited(attribute)) {
            return CodeBlock.of("from.$L & $L", member, attribute.type());
        }
        if (isNumber(attribute)) {
            return CodeBlock.of("from.$L", member);
        }
        if (isSet(attribute)) {
            return CodeBlock.of(
                    "$T.setOf($T.class, $T.toUnsignedLong(from.$L))",
                    Generate.iba("WireEnum"),
                    named(attribute.argument()),
                    Integer.class,
                    member);
        }
        if (attribute.type().equals("boolean")) {
            return CodeBlock.of("from.$L != 0", member);
        }
        if (isGroup(attribute)) {
            return CodeBlock.of("$T.read(from.$L())", STRUCTS, member);
        }
        return member.isEmpty()
                ? CodeBlock.of("$T.read$L(from)", STRUCTS, attribute.type())
                : CodeBlock.of("$T.of(from.$L)", named(attribute.type()), member);
    }
}
