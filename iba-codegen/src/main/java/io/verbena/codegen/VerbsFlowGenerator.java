package io.verbena.codegen;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.verbena.codegen.VerbsTable.FlowHeader;
import io.verbena.codegen.VerbsTable.HeaderField;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.lang.model.element.Modifier;

/**
 * Turns a flow specification of the table of verbs into a record, whose methods return copies that match something else and
 * which writes itself as C lays it out. A specification of several types has the type as its first component.
 */
final class VerbsFlowGenerator {
    static final String PACKAGE = "io.verbena.verbs.flow";

    private static final String INNER = "inner";
    private static final String PROTOCOL = "protocol";

    private final FlowHeader header;
    private final ClassName self;
    private final ClassName protocol;
    private final boolean hasProtocol;

    private VerbsFlowGenerator(FlowHeader header) {
        this.header = header;
        this.self = name(header.name());
        this.protocol = self.nestedClass("Protocol");
        this.hasProtocol = header.types().size() > 1;
    }

    static TypeSpec generate(FlowHeader header) {
        return new VerbsFlowGenerator(header).generate();
    }

    private static ClassName name(String simple) {
        return ClassName.get(PACKAGE, simple);
    }

    private TypeSpec generate() {
        TypeSpec.Builder type = TypeSpec.recordBuilder(self)
                .addModifiers(Modifier.PUBLIC)
                .addSuperinterface(name("FlowSpec"))
                .addJavadoc("$L: {@code struct $L}.\n", header.title(), header.struct())
                .recordConstructor(components())
                .addMethod(check());
        if (hasProtocol) {
            type.addType(protocolType());
        }
        header.types().keySet().forEach(constant -> type.addField(any(constant)));
        for (int i = 0; i < header.fields().size(); i++) {
            type.addMethod(with(i));
        }
        return type.addMethod(within())
                .addMethod(MethodSpec.methodBuilder("length")
                        .addAnnotation(Override.class)
                        .addModifiers(Modifier.PUBLIC)
                        .returns(TypeName.INT)
                        .addStatement("return $L", header.size())
                        .build())
                .addMethod(write())
                .build();
    }

    private MethodSpec components() {
        MethodSpec.Builder components = MethodSpec.constructorBuilder();
        if (hasProtocol) {
            components.addParameter(component(protocol, PROTOCOL, "the protocol"));
        }
        for (HeaderField field : header.fields()) {
            components.addParameter(component(type(field), field.name(), described(field)));
        }
        return components
                .addParameter(component(TypeName.BOOLEAN, INNER, "whether the header is inside a tunnel"))
                .build();
    }

    private static ParameterSpec component(TypeName type, String name, String comment) {
        return ParameterSpec.builder(type, name).addJavadoc("$L", comment).build();
    }

    private static ClassName type(HeaderField field) {
        return name(field.isAddress() ? "AddressMatch" : "FieldMatch");
    }

    private static String described(HeaderField field) {
        return field.comment() + " (" + field.bits() + " bits)";
    }

    private MethodSpec check() {
        MethodSpec.Builder check = MethodSpec.compactConstructorBuilder()
                .addModifiers(Modifier.PUBLIC)
                .addJavadoc("Refuses a value or a mask that has more bits than its field.\n");
        for (HeaderField field : header.fields()) {
            if (!field.isAddress()) {
                check.addStatement(
                        "$L.requireBits($S, $L)", field.name(), header.name() + "." + field.name(), field.bits());
            }
        }
        return check.build();
    }

    private TypeSpec protocolType() {
        TypeSpec.Builder type = TypeSpec.enumBuilder(protocol)
                .addModifiers(Modifier.PUBLIC)
                .addJavadoc("A protocol that has this header.\n")
                .addField(TypeName.INT, "type", Modifier.PRIVATE, Modifier.FINAL)
                .addMethod(MethodSpec.constructorBuilder()
                        .addParameter(TypeName.INT, "type")
                        .addStatement("this.type = type")
                        .build());
        header.types()
                .forEach((constant, code) -> type.addEnumConstant(
                        constant,
                        TypeSpec.anonymousClassBuilder("$L", code.value())
                                .addJavadoc("$L ({@code $L}).\n", constant, code.check())
                                .build()));
        return type.build();
    }

    private FieldSpec any(String constant) {
        List<CodeBlock> arguments = new ArrayList<>();
        if (hasProtocol) {
            arguments.add(CodeBlock.of("$T.$L", protocol, constant));
        }
        header.fields().forEach(field -> arguments.add(CodeBlock.of("$T.ANY", type(field))));
        arguments.add(CodeBlock.of("false"));
        return FieldSpec.builder(self, constant, Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
                .addJavadoc(
                        hasProtocol ? "Matches every packet of " + constant + ".\n" : "Matches every such header.\n")
                .initializer("new $T($L)", self, CodeBlock.join(arguments, ", "))
                .build();
    }

    /** Returns the expression that copies this record with a value in place of one of its components. */
    private CodeBlock copy(String component, String value) {
        List<String> arguments = new ArrayList<>();
        if (hasProtocol) {
            arguments.add(PROTOCOL);
        }
        header.fields().forEach(field -> arguments.add(field.name()));
        arguments.add(INNER);
        Collections.replaceAll(arguments, component, value);
        return CodeBlock.of("new $T($L)", self, String.join(", ", arguments));
    }

    private MethodSpec with(int index) {
        HeaderField field = header.fields().get(index);
        return MethodSpec.methodBuilder(field.name())
                .addJavadoc("Returns a copy that matches $L as given.\n", described(field))
                .addModifiers(Modifier.PUBLIC)
                .returns(self)
                .addParameter(type(field), "match")
                .addStatement("return $L", copy(field.name(), "match"))
                .build();
    }

    private MethodSpec within() {
        return MethodSpec.methodBuilder("within")
                .addJavadoc("Returns a copy that matches a header inside a tunnel.\n")
                .addModifiers(Modifier.PUBLIC)
                .returns(self)
                .addStatement("return $L", copy(INNER, "true"))
                .build();
    }

    private MethodSpec write() {
        String code = hasProtocol
                ? PROTOCOL + ".type"
                : String.valueOf(header.types().values().iterator().next().value());
        MethodSpec.Builder write = MethodSpec.methodBuilder("write")
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .addParameter(ByteBuffer.class, "record")
                .addStatement(
                        "$T spec = $T.begin(record, $L, $L, $L)",
                        ByteBuffer.class,
                        name("FlowRule"),
                        code,
                        INNER,
                        header.size());
        for (HeaderField field : header.fields()) {
            CodeBlock width =
                    field.isAddress() ? CodeBlock.of("") : CodeBlock.of(", $L, $L", field.size(), field.bits());
            write.addStatement(
                    "$L.write(spec, $L, $L$L)",
                    field.name(),
                    header.value() + field.offset(),
                    header.mask() + field.offset(),
                    width);
        }
        return write.build();
    }
}
