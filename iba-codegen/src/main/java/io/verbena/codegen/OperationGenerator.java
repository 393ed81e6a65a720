package io.verbena.codegen;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import io.verbena.codegen.OperationSchema.By;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.lang.model.element.Modifier;

/** Writes the operations of the management classes as default methods over {@code call}: one interface that waits, one of futures. */
final class OperationGenerator {
    static final String PACKAGE = "io.verbena.mad";

    private static final ClassName REQUEST = ClassName.get(PACKAGE, "MadRequest");
    private static final ClassName EXCHANGE = ClassName.get(PACKAGE, "MadExchange");
    private static final ClassName PATH = ClassName.get("io.verbena.path", "Path");
    private static final ClassName IB_PATH = ClassName.get("io.verbena.path", "IbPath");
    private static final TypeVariableName RESPONSE = TypeVariableName.get("T");

    private final List<OperationSchema> operations;
    private final boolean async;

    private OperationGenerator(List<OperationSchema> operations, boolean async) {
        this.operations = operations;
        this.async = async;
    }

    /** Returns {@code MadOperations} and {@code AsyncMadOperations}. */
    static List<TypeSpec> generate(List<OperationSchema> operations) {
        return List.of(
                new OperationGenerator(operations, false).type(), new OperationGenerator(operations, true).type());
    }

    private TypeSpec type() {
        TypeSpec.Builder type = TypeSpec.interfaceBuilder(async ? "AsyncMadOperations" : "MadOperations")
                .addModifiers(Modifier.PUBLIC)
                .addSuperinterface(ClassName.get(PACKAGE, async ? "AsyncSubnetManagement" : "SubnetManagement"))
                .addJavadoc(
                        async
                                ? "Operations of the management classes that return futures. The futures fail with the"
                                        + " exceptions of {@link MadOperations}.\n"
                                : "Operations of the management classes. Each waits for its response, except operations"
                                        + " without one, which return when the datagram is sent.\n")
                .addMethod(call());
        operations.forEach(operation -> type.addMethod(method(operation)));
        return type.build();
    }

    private MethodSpec call() {
        MethodSpec.Builder call = MethodSpec.methodBuilder("call")
                .addModifiers(Modifier.PUBLIC, Modifier.ABSTRACT)
                .addTypeVariable(RESPONSE)
                .returns(returned(RESPONSE))
                .addParameter(ParameterizedTypeName.get(REQUEST, RESPONSE), "request")
                .addParameter(PATH, "path");
        return async
                ? call.addJavadoc(
                                "Sends a request and returns a future of its response; see {@link MadOperations#call}.\n")
                        .build()
                : call.addJavadoc("Sends a request and returns its response.\n\n")
                        .addJavadoc("@throws MadTimeoutException if no response arrives\n")
                        .addJavadoc(
                                "@throws MadStatusException if the request is refused for a reason of all classes\n")
                        .addJavadoc("@throws MadClassException if the request is refused for a reason of its class\n")
                        .addJavadoc("@throws MadException if the response is malformed\n")
                        .addJavadoc(
                                "@throws $T if the request cannot be sent, or the end port is lost\n",
                                ClassName.get("io.verbena.error", "RdmaException"))
                        .build();
    }

    private MethodSpec method(OperationSchema operation) {
        TypeVariableName type = TypeVariableName.get("T", Generate.iba("Structure"), Generate.iba(operation.marker()));
        MethodSpec.Builder method = MethodSpec.methodBuilder(operation.name())
                .addModifiers(Modifier.PUBLIC, Modifier.DEFAULT)
                .addTypeVariable(type)
                .addJavadoc("$L ($L).\n\n", operation.title(), operation.section())
                .returns(returned(response(operation, type)));
        if (operation.marker().equals("SubnGet")) {
            method.addAnnotation(Override.class);
        }
        arguments(operation, type, method);
        CodeBlock call = CodeBlock.of("call($L, $L)", request(operation), path(operation));
        boolean returnsNothing = !async && !operation.isAnswered();
        return method.addStatement(returnsNothing ? CodeBlock.of("$L", call) : CodeBlock.of("return $L", call))
                .build();
    }

    private static TypeName response(OperationSchema operation, TypeVariableName type) {
        if (!operation.isAnswered()) {
            return EXCHANGE;
        }
        return operation.by() == By.TABLE ? ParameterizedTypeName.get(ClassName.get(List.class), type) : type;
    }

    private TypeName returned(TypeName response) {
        if (async) {
            return ParameterizedTypeName.get(ClassName.get(CompletableFuture.class), response);
        }
        return response.equals(EXCHANGE) ? TypeName.VOID : response;
    }

    private static void arguments(OperationSchema operation, TypeVariableName type, MethodSpec.Builder method) {
        switch (operation.by()) {
            case TYPE -> {
                method.addParameter(ParameterizedTypeName.get(ClassName.get(Class.class), type), "type");
                method.addJavadoc("@param type type of the attribute\n");
            }
            case PAYLOAD -> {
                method.addParameter(type, "payload");
                method.addJavadoc("@param payload attribute to send, with all its fields\n");
            }
            case RECORD, TABLE -> {
                method.addParameter(type, "template").addParameter(TypeName.LONG, "componentMask");
                method.addJavadoc("@param template components of the record\n");
                method.addJavadoc("@param componentMask components of the template that count; 0 for none\n");
            }
        }
        if (operation.by() == By.TABLE) {
            method.addParameter(TypeName.LONG, "modifier");
            method.addJavadoc("@param modifier attribute modifier; only PortInfoRecord has one (IBA 15.2.5.3)\n");
        }
        method.addParameter(operation.isRouted() ? PATH : IB_PATH, path(operation));
        method.addJavadoc("@param $L $L\n", path(operation), pathMeaning(operation));
        if (operation.modifier() != null) {
            method.addParameter(TypeName.LONG, "modifier");
            method.addJavadoc("@param modifier $L\n", operation.modifier());
        }
    }

    private static String path(OperationSchema operation) {
        return operation.managementClass().equals("SUBNET_ADMINISTRATION") ? "administration" : "path";
    }

    private static String pathMeaning(OperationSchema operation) {
        if (operation.isRouted()) {
            return "directed route, combined route or path with a LID";
        }
        return path(operation).equals("path") ? "path with a LID" : "path to the subnet administration";
    }

    private static CodeBlock request(OperationSchema operation) {
        CodeBlock kind = CodeBlock.of(
                "$T.$L, $T.$L",
                Generate.iba("ManagementClass"),
                operation.managementClass(),
                Generate.iba("MadMethod"),
                operation.method());
        String modifier = operation.modifier() == null ? "0" : "modifier";
        if (!operation.isAnswered()) {
            return CodeBlock.of("$T.unanswered($L, payload)", REQUEST, kind);
        }
        return switch (operation.by()) {
            case TYPE ->
                CodeBlock.of(
                        "$T.get($T.$L, type, $L)",
                        REQUEST,
                        Generate.iba("ManagementClass"),
                        operation.managementClass(),
                        modifier);
            case PAYLOAD -> CodeBlock.of("$T.carrying($L, payload, $L)", REQUEST, kind, modifier);
            case RECORD ->
                CodeBlock.of(
                        "$T.record($T.$L, template, componentMask)",
                        REQUEST,
                        Generate.iba("MadMethod"),
                        operation.method());
            case TABLE -> CodeBlock.of("$T.table(template, componentMask, modifier)", REQUEST);
        };
    }
}
