package io.verbena.codegen;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.WildcardTypeName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** Writes the register of all structures, with a switch per key, so that a class is loaded when it is used. */
final class RegistryGenerator {
    private static final ClassName MANAGEMENT_CLASS = Generate.iba("ManagementClass");
    private static final TypeName LAYOUT =
            ParameterizedTypeName.get(Generate.iba("Layout"), WildcardTypeName.subtypeOf(Object.class));
    private static final TypeName LAYOUT_OR_NULL =
            LAYOUT.annotated(AnnotationSpec.builder(Nullable.class).build());
    private static final TypeName FOUND = ParameterizedTypeName.get(ClassName.get(Optional.class), LAYOUT);

    private final List<StructureSchema> structures;
    private final List<EnumSchema> enums;

    RegistryGenerator(List<StructureSchema> structures, List<EnumSchema> enums) {
        this.structures = structures;
        this.enums = enums;
    }

    TypeSpec generate() {
        return TypeSpec.classBuilder(Generate.iba("Structures"))
                .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
                .addJavadoc("Register of all wire structures, which loads only those that are used.\n")
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(Modifier.PRIVATE)
                        .build())
                .addMethod(names())
                .addMethod(byName())
                .addMethod(byAttribute())
                .addMethod(byTrap())
                .build();
    }

    private MethodSpec names() {
        CodeBlock names = structures.stream()
                .map(structure -> CodeBlock.of("$S", structure.name()))
                .collect(CodeBlock.joining(",\n"));
        return lookup("names", "Returns the names of all structures.\n")
                .returns(ParameterizedTypeName.get(List.class, String.class))
                .addStatement("return $T.of($>$>\n$L$<$<)", List.class, names)
                .build();
    }

    private MethodSpec byName() {
        CodeBlock.Builder cases = CodeBlock.builder();
        structures.forEach(
                structure -> cases.add("case $S -> $T.LAYOUT;\n", structure.name(), Generate.iba(structure.name())));
        return lookup("byName", "Returns the structure with this name, such as {@code NodeInfo}.\n")
                .returns(FOUND)
                .addParameter(String.class, "name")
                .addCode(choice(CodeBlock.of("name"), cases.build()))
                .build();
    }

    private MethodSpec byAttribute() {
        Map<Long, StructureSchema> owners = new TreeMap<>();
        for (StructureSchema structure : structures) {
            Integer attribute = structure.attribute();
            if (attribute == null || structure.variant()) {
                continue;
            }
            for (String managementClass : structure.classes()) {
                StructureSchema other = owners.put(code(managementClass) << 16 | attribute, structure);
                if (other != null) {
                    throw new SchemaException(structure.name() + " and " + other.name() + " are the same attribute");
                }
            }
        }
        Map<StructureSchema, List<String>> keys = owners.entrySet().stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getValue,
                        LinkedHashMap::new,
                        Collectors.mapping(owner -> String.format("0x%06x", owner.getKey()), Collectors.toList())));
        CodeBlock.Builder cases = CodeBlock.builder();
        keys.forEach((structure, codes) ->
                cases.add("case $L -> $T.LAYOUT;\n", String.join(", ", codes), Generate.iba(structure.name())));
        return lookup("byAttribute", "Returns the attribute of a management class with this ID.\n")
                .returns(FOUND)
                .addParameter(MANAGEMENT_CLASS, "managementClass")
                .addParameter(TypeName.INT, "attributeId")
                .addCode(choice(CodeBlock.of("managementClass.code() << 16 | attributeId"), cases.build()))
                .build();
    }

    private MethodSpec byTrap() {
        CodeBlock.Builder cases = CodeBlock.builder();
        for (StructureSchema structure : structures) {
            if (!structure.traps().isEmpty()) {
                String numbers = structure.traps().stream().map(String::valueOf).collect(Collectors.joining(", "));
                cases.add("case $L -> $T.LAYOUT;\n", numbers, Generate.iba(structure.name()));
            }
        }
        return lookup("byTrap", "Returns the structure of the details of a notice of this generic trap.\n")
                .returns(FOUND)
                .addParameter(TypeName.INT, "trapNumber")
                .addCode(choice(CodeBlock.of("trapNumber"), cases.build()))
                .build();
    }

    private static CodeBlock choice(CodeBlock key, CodeBlock cases) {
        return CodeBlock.builder()
                .add("$T found = switch ($L) {$>\n$Ldefault -> null;$<\n};\n", LAYOUT_OR_NULL, key, cases)
                .addStatement("return $T.ofNullable(found)", Optional.class)
                .build();
    }

    private static MethodSpec.Builder lookup(String name, String javadoc) {
        return MethodSpec.methodBuilder(name).addJavadoc(javadoc).addModifiers(Modifier.PUBLIC, Modifier.STATIC);
    }

    private long code(String managementClass) {
        return enums.stream()
                .filter(candidate -> candidate.name().equals("ManagementClass"))
                .flatMap(candidate -> candidate.values().stream())
                .filter(value -> value.constant().equals(managementClass))
                .mapToLong(EnumSchema.Value::code)
                .findFirst()
                .orElseThrow(() -> new SchemaException("no management class is called " + managementClass));
    }
}
