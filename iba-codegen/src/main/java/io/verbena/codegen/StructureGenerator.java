package io.verbena.codegen;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.verbena.codegen.FieldSchema.Kind;
import io.verbena.codegen.FieldSchema.Mask;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import javax.lang.model.element.Modifier;

/** Turns a structure of the table into a flyweight: a constant, a getter and a fluent setter for each field. */
final class StructureGenerator {
    private static final ClassName LAYOUT = Generate.iba("Layout");
    private static final ClassName FIELD = Generate.iba("Field");
    private static final ClassName FIELDS = Generate.iba("Fields");
    private static final ArrayTypeName BYTES = ArrayTypeName.of(TypeName.BYTE);

    private final StructureSchema schema;
    private final ClassName self;
    private final TypeSpec.Builder type;

    private StructureGenerator(StructureSchema schema) {
        this.schema = schema;
        this.self = Generate.iba(schema.name());
        this.type = TypeSpec.classBuilder(self);
    }

    static TypeSpec generate(StructureSchema schema, Function<String, StructureSchema> structures) {
        return new StructureGenerator(schema).generate(structures);
    }

    private TypeSpec generate(Function<String, StructureSchema> structures) {
        type.addModifiers(Modifier.PUBLIC, Modifier.FINAL)
                .superclass(Generate.iba("Structure"))
                .addJavadoc("$L ($L).\n\n", schema.title(), schema.section())
                .addJavadoc("<pre>\n$L\n</pre>\n", WirePicture.of(schema));
        schema.methods().forEach(method -> type.addSuperinterface(Generate.iba(method)));
        constants();
        constructors();
        if (QueryGenerator.hasQuery(schema)) {
            query(new QueryGenerator(schema, structures));
        }
        AccessorGenerator accessors = new AccessorGenerator(self, type);
        schema.fields().forEach(accessors::add);
        return type.build();
    }

    private void constants() {
        type.addField(constant(TypeName.INT, "LENGTH", Modifier.PUBLIC)
                .addJavadoc("Length on the wire in bytes.\n")
                .initializer("$L", schema.length())
                .build());
        for (FieldSchema field : schema.fields()) {
            type.addField(constant(TypeName.INT, field.constant(), Modifier.PRIVATE)
                    .initializer("$L", field.bit())
                    .build());
        }
        CodeBlock.Builder fields = CodeBlock.builder();
        for (FieldSchema field : schema.fields()) {
            fields.add(",\n$T.$L", FIELDS, describe(field));
        }
        type.addField(constant(ParameterizedTypeName.get(LAYOUT, self), "LAYOUT", Modifier.PUBLIC)
                .addJavadoc("Layout of the fields.\n")
                .initializer(
                        "$T.of($>$>$T.class, $T::new, LENGTH, $L, $L$L)$<$<",
                        LAYOUT,
                        self,
                        self,
                        schema.attribute() == null ? "-1" : String.format("0x%04x", schema.attribute()),
                        classes(),
                        fields.build())
                .build());
    }

    private CodeBlock classes() {
        ClassName managementClass = Generate.iba("ManagementClass");
        List<CodeBlock> constants = schema.classes().stream()
                .map(name -> CodeBlock.of("$T.$L", managementClass, name))
                .toList();
        return CodeBlock.of("$T.of($L)", List.class, CodeBlock.join(constants, ", "));
    }

    private static CodeBlock describe(FieldSchema field) {
        CodeBlock.Builder made = CodeBlock.builder();
        String factory =
                field.kind() == Kind.ENUM ? "enumeration" : field.kind().name().toLowerCase(Locale.ROOT);
        made.add("$L($S, $S, $L, $L", factory, field.name(), field.label(), field.constant(), field.width());
        if (field.kind() == Kind.TEXT || field.kind() == Kind.BYTES) {
            made.add(", $L", field.count());
        } else if (field.typeName() != null) {
            made.add(", $T.class", Generate.iba(field.typeName()));
        }
        made.add(")");
        if (field.isArray()) {
            made.add(".times($L)", field.count());
        }
        Mask mask = field.mask();
        if (mask != null) {
            made.add(".mask($L, $L)", mask.first(), mask.last());
        }
        if (field.print() != null) {
            made.add(".print($T.Style.$L)", FIELD, field.print().toUpperCase(Locale.ROOT));
        }
        return made.build();
    }

    private void constructors() {
        type.addMethod(MethodSpec.constructorBuilder()
                .addJavadoc("Creates a writable structure of zeros.\n")
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

    private void query(QueryGenerator generator) {
        ClassName query = QueryGenerator.name(schema);
        type.addType(generator.generate());
        type.addMethod(MethodSpec.methodBuilder("query")
                .addJavadoc("Returns a query for records of this type.\n")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(query)
                .addStatement("return new $T()", query)
                .build());
    }

    private static FieldSpec.Builder constant(TypeName type, String name, Modifier visibility) {
        return FieldSpec.builder(type, name, visibility, Modifier.STATIC, Modifier.FINAL);
    }
}
