package io.verbena.codegen;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.verbena.codegen.FieldSchema.Kind;
import io.verbena.codegen.FieldSchema.Mask;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import javax.lang.model.element.Modifier;

/**
 * Writes the query of an SA record: a fluent setter for each field that has a bit in the component mask. The fields of a
 * structure within stand beside those of the record; one whose name is taken has that of the structure in front.
 */
final class QueryGenerator {
    private static final String CLASS = "SUBNET_ADMINISTRATION";

    private final StructureSchema schema;
    private final Function<String, StructureSchema> structures;
    private final ClassName self;

    QueryGenerator(StructureSchema schema, Function<String, StructureSchema> structures) {
        this.schema = schema;
        this.structures = structures;
        this.self = name(schema);
    }

    /**
     * A field that a query may set.
     *
     * @param place the setter of the record or of the structure within, to be called with a value
     * @param mask its bits in the component mask of the record
     */
    private record Component(String name, CodeBlock place, FieldSchema field, Mask mask) {}

    /** Whether a structure can be asked for by its fields. */
    static boolean hasQuery(StructureSchema schema) {
        return schema.classes().contains(CLASS) && schema.fields().stream().anyMatch(field -> field.mask() != null);
    }

    static ClassName name(StructureSchema schema) {
        return Generate.iba(schema.name()).nestedClass("Query");
    }

    TypeSpec generate() {
        ClassName record = Generate.iba(schema.name());
        TypeSpec.Builder type = TypeSpec.classBuilder(self)
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
                .superclass(ParameterizedTypeName.get(Generate.iba("RecordQuery"), record))
                .addJavadoc("Query for records of type {@link $T}, by the fields that are set.\n", record)
                .addMethod(MethodSpec.constructorBuilder()
                        .addStatement("super($T.LAYOUT)", record)
                        .build());
        components().forEach(component -> type.addMethod(setter(component)));
        return type.build();
    }

    private List<Component> components() {
        List<Component> components = new ArrayList<>();
        for (FieldSchema field : schema.fields()) {
            Mask mask = field.mask();
            if (mask != null && field.kind() == Kind.STRUCTURE) {
                within(field, mask.first(), components);
            } else if (mask != null) {
                String name = field.name();
                components.add(new Component(name, CodeBlock.of("template.$L", name), field, mask));
            }
        }
        return components;
    }

    private void within(FieldSchema outer, int shift, List<Component> components) {
        for (FieldSchema field :
                structures.apply(Objects.requireNonNull(outer.typeName())).fields()) {
            Mask mask = field.mask();
            if (mask != null) {
                components.add(new Component(
                        taken(field.name()) ? outer.name() + capitalized(field.name()) : field.name(),
                        CodeBlock.of("template.$L().$L", outer.name(), field.name()),
                        field,
                        new Mask(shift + mask.first(), shift + mask.last())));
            }
        }
    }

    private boolean taken(String name) {
        return schema.fields().stream().anyMatch(field -> field.name().equals(name));
    }

    /** An element of an array, or one byte of many where each has a bit of its own, takes an index. */
    private MethodSpec setter(Component component) {
        FieldSchema field = component.field();
        boolean bitEach = component.mask().first() != component.mask().last() && field.count() > 1;
        boolean indexed = field.isArray() || bitEach;
        MethodSpec.Builder setter = MethodSpec.methodBuilder(component.name())
                .addModifiers(Modifier.PUBLIC)
                .returns(self);
        if (indexed) {
            setter.addParameter(TypeName.INT, "index");
        }
        TypeName value = field.kind() == Kind.BYTES && indexed ? TypeName.INT : valueType(field);
        return setter.addParameter(value, "value")
                .addStatement("$L($L)", component.place(), indexed ? "index, value" : "value")
                .addStatement("count($L)", mask(component.mask(), bitEach))
                .addStatement("return this")
                .build();
    }

    private static CodeBlock mask(Mask mask, boolean bitEach) {
        if (bitEach) {
            return CodeBlock.of("1L << $L + index", mask.first());
        }
        int width = mask.last() - mask.first() + 1;
        return CodeBlock.of("$LL << $L", (1L << width) - 1, mask.first());
    }

    private static TypeName valueType(FieldSchema field) {
        return switch (field.kind()) {
            case UNSIGNED, HEX -> field.width() < 32 ? TypeName.INT : TypeName.LONG;
            case TEXT -> ClassName.get(String.class);
            case BYTES -> ArrayTypeName.of(TypeName.BYTE);
            case GID -> Generate.iba("Gid");
            case GUID -> Generate.iba("Guid");
            case LID -> Generate.iba("Lid");
            case ENUM, STRUCTURE -> Generate.iba(field.typeName());
            case SET -> ParameterizedTypeName.get(ClassName.get(Set.class), Generate.iba(field.typeName()));
        };
    }

    private static String capitalized(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }
}
