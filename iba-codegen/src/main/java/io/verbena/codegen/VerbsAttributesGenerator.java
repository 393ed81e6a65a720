package io.verbena.codegen;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.verbena.codegen.VerbsTable.Attribute;
import io.verbena.codegen.VerbsTable.Attributes;
import io.verbena.codegen.VerbsTable.Structure;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;

/** Turns attributes of the table of verbs into records with builders, and into the code that reads these from structures. */
final class VerbsAttributesGenerator {
    static final String PACKAGE = "io.verbena.hca";
    static final String READER_PACKAGE = "io.verbena.linux";

    private static final ClassName WIRE_ENUM = Generate.iba("WireEnum");
    private static final ClassName FLAGS = hca("Flags");

    private final VerbsTable table;

    /** The names of the generated records. */
    private final Set<String> records;

    /** The names of the types of {@code io.verbena.hca}; others are of {@code io.verbena.iba}. */
    private final Set<String> ownTypes;

    VerbsAttributesGenerator(VerbsTable table) {
        this.table = table;
        this.records = all().stream().map(Attributes::name).collect(Collectors.toSet());
        this.ownTypes = Stream.concat(
                        records.stream(),
                        table.enums().stream()
                                .filter(enumeration -> enumeration.subpackage() == null)
                                .map(VerbsTable.Enumeration::name))
                .collect(Collectors.toSet());
    }

    List<Attributes> all() {
        return table.structures().stream()
                .flatMap(structure -> structure.attributes().stream())
                .toList();
    }

    static ClassName hca(String name) {
        return ClassName.get(PACKAGE, name);
    }

    ClassName named(String name) {
        return ownTypes.contains(name) ? hca(name) : Generate.iba(name);
    }

    private TypeName type(Attribute attribute) {
        String type = attribute.type();
        return switch (type) {
            case "int" -> TypeName.INT;
            case "long", "unsigned" -> TypeName.LONG;
            case "boolean" -> TypeName.BOOLEAN;
            case "String" -> ClassName.get(String.class);
            case "QueuePairTypes" -> ParameterizedTypeName.get(ClassName.get(Set.class), hca("QueuePairType"));
            default -> {
                ClassName raw = type.startsWith("Flags<") ? FLAGS : ClassName.get(Set.class);
                yield type.endsWith(">") ? ParameterizedTypeName.get(raw, named(attribute.argument())) : named(type);
            }
        };
    }

    /** Writes a record, which is created by its builder or read from a structure. */
    TypeSpec generate(Attributes attributes) {
        ClassName self = hca(attributes.name());
        MethodSpec.Builder components = MethodSpec.constructorBuilder();
        for (Attribute attribute : attributes.components()) {
            components.addParameter(ParameterSpec.builder(type(attribute), attribute.name())
                    .addJavadoc("$L", attribute.comment())
                    .build());
        }
        return TypeSpec.recordBuilder(self)
                .addModifiers(Modifier.PUBLIC)
                .addJavadoc("$L.\n", attributes.title())
                .recordConstructor(components.build())
                .addMethod(MethodSpec.methodBuilder("builder")
                        .addJavadoc("Returns a builder, whose attributes are 0, empty or unknown until they are set.\n")
                        .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                        .returns(self.nestedClass("Builder"))
                        .addStatement("return new Builder()")
                        .build())
                .addMethod(MethodSpec.methodBuilder("toString")
                        .addJavadoc("Returns a line for each attribute.\n")
                        .addAnnotation(Override.class)
                        .addModifiers(Modifier.PUBLIC)
                        .returns(String.class)
                        .addStatement("return $T.of(this)", hca("AttributeText"))
                        .build())
                .addType(builder(attributes, self))
                .build();
    }

    private TypeSpec builder(Attributes attributes, ClassName self) {
        ClassName name = self.nestedClass("Builder");
        TypeSpec.Builder builder = TypeSpec.classBuilder(name)
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
                .addJavadoc("Builds {@link $T}.\n", self)
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(Modifier.PRIVATE)
                        .build());
        for (Attribute attribute : attributes.components()) {
            TypeName type = type(attribute);
            FieldSpec.Builder field = FieldSpec.builder(type, attribute.name(), Modifier.PRIVATE);
            builder.addField((type.isPrimitive() ? field : field.initializer(initial(attribute))).build());
            builder.addMethod(MethodSpec.methodBuilder(attribute.name())
                    .addJavadoc("Sets an attribute: $L.\n", lowerFirst(attribute.comment()))
                    .addModifiers(Modifier.PUBLIC)
                    .returns(name)
                    .addParameter(type, "value")
                    .addStatement("$L = value", attribute.name())
                    .addStatement("return this")
                    .build());
        }
        String arguments = attributes.components().stream().map(Attribute::name).collect(Collectors.joining(", "));
        return builder.addMethod(MethodSpec.methodBuilder("build")
                        .addJavadoc("Returns the attributes.\n")
                        .addModifiers(Modifier.PUBLIC)
                        .returns(self)
                        .addStatement("return new $T($L)", self, arguments)
                        .build())
                .build();
    }

    static String lowerFirst(String text) {
        boolean isWord = Character.isLowerCase(text.charAt(1));
        return isWord ? Character.toLowerCase(text.charAt(0)) + text.substring(1) : text;
    }

    private CodeBlock initial(Attribute attribute) {
        String type = attribute.type();
        return switch (type) {
            case "String" -> CodeBlock.of("$S", "");
            case "Guid", "Lid" -> CodeBlock.of("$T.of(0)", named(type));
            case "Gid" -> CodeBlock.of("$T.ZERO", named(type));
            case "LaneSpeed" -> CodeBlock.of("$T.UNKNOWN", named(type));
            case "QueuePairTypes" -> CodeBlock.of("$T.of()", Set.class);
            default -> {
                if (records.contains(type)) {
                    yield CodeBlock.of("$T.builder().build()", named(type));
                }
                if (type.startsWith("Flags<")) {
                    yield CodeBlock.of("$T.of()", FLAGS);
                }
                yield type.startsWith("Set<")
                        ? CodeBlock.of("$T.of()", Set.class)
                        : CodeBlock.of("$T.of(0)", named(type));
            }
        };
    }

    /** Writes the class that fills builders from structures. */
    TypeSpec reader() {
        TypeSpec.Builder reader = TypeSpec.classBuilder("AttributeReader")
                .addModifiers(Modifier.FINAL)
                .addJavadoc("Reads attributes from the structures of libibverbs.\n")
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(Modifier.PRIVATE)
                        .build());
        for (Structure structure : table.structures()) {
            structure.attributes().forEach(attributes -> reader.addMethod(read(structure, attributes)));
        }
        return reader.build();
    }

    private static String reading(String record) {
        return Character.toLowerCase(record.charAt(0)) + record.substring(1);
    }

    private MethodSpec read(Structure structure, Attributes attributes) {
        ClassName self = hca(attributes.name());
        CodeBlock.Builder chain = CodeBlock.builder().add("return $T.builder()", self);
        for (Attribute attribute : attributes.components()) {
            if (records.contains(attribute.type())) {
                chain.add("\n.$L($L(from).build())", attribute.name(), reading(attribute.type()));
            } else if (!attribute.accessor().isEmpty()) {
                chain.add("\n.$L($L)", attribute.name(), value(structure, attribute));
            }
        }
        return MethodSpec.methodBuilder(reading(attributes.name()))
                .addModifiers(Modifier.STATIC)
                .returns(self.nestedClass("Builder"))
                .addParameter(VerbsStructureGenerator.name(structure), "from")
                .addStatement(chain.build())
                .build();
    }

    private CodeBlock value(Structure structure, Attribute attribute) {
        String field = "from." + attribute.member();
        String bits = attribute.operators().isEmpty() ? field : field + " " + attribute.operators();
        boolean isLong = structure.members().stream()
                .anyMatch(member -> member.name().equals(attribute.member())
                        && member.type().equals("long"));
        CodeBlock unsigned =
                isLong ? CodeBlock.of("$L", bits) : CodeBlock.of("$T.toUnsignedLong($L)", Integer.class, bits);
        String type = attribute.type();
        return switch (type) {
            case "int", "long" -> CodeBlock.of("$L", bits);
            case "unsigned" -> unsigned;
            case "boolean" -> CodeBlock.of("($L) != 0", bits);
            case "String" -> CodeBlock.of("$T.of($L)", ClassName.get("io.verbena.jni", "CText"), bits);
            case "Gid" -> CodeBlock.of("$T.gid($L)", ClassName.get(READER_PACKAGE, "AttributeStructs"), bits);
            case "QueuePairTypes" ->
                CodeBlock.of("$T.queuePairTypes($L)", ClassName.get(READER_PACKAGE, "AttributeStructs"), bits);
            default -> {
                if (!type.endsWith(">")) {
                    yield CodeBlock.of("$T.of($L)", named(type), bits);
                }
                yield type.startsWith("Flags<")
                        ? CodeBlock.of("$T.of($T.class, $L)", FLAGS, named(attribute.argument()), unsigned)
                        : CodeBlock.of("$T.setOf($T.class, $L)", WIRE_ENUM, named(attribute.argument()), unsigned);
            }
        };
    }
}
