package io.verbena.codegen;

import io.verbena.codegen.FunctionTable.CFunction;
import io.verbena.codegen.FunctionTable.Group;
import io.verbena.codegen.FunctionTable.Operation;
import io.verbena.codegen.FunctionTable.Operations;
import io.verbena.codegen.FunctionTable.Parameter;
import io.verbena.codegen.FunctionTable.Signature;
import io.verbena.codegen.FunctionTable.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Turns C functions into native methods that hawtjni binds, and operations into an interface of providers and into the methods
 * that implement them by C functions.
 */
final class FunctionGenerator {
    static final String LINUX = "io.verbena.linux";

    private final FunctionTable table;

    FunctionGenerator(FunctionTable table) {
        this.table = table;
    }

    static String bindingPackage(Group group) {
        return "io.verbena.jni." + group.library();
    }

    static String providerPackage(String subpackage) {
        return "io.verbena.spi." + subpackage;
    }

    static String implementation(Operations provider) {
        return provider.linux().split(" ", 2)[0];
    }

    private static String file(String packageName, List<String> imports) {
        return "package " + packageName + ";\n\n"
                + imports.stream().map(each -> "import " + each + ";\n").collect(Collectors.joining()) + "\n";
    }

    /** Writes a class of native methods. */
    String bindings(Group group) {
        StringBuilder text = new StringBuilder(file(
                bindingPackage(group),
                List.of("io.verbena.jni.*", "org.fusesource.hawtjni.runtime.*", "org.jspecify.annotations.Nullable")));
        text.append(FunctionTable.javadoc("", group.comment()))
                .append("@JniClass\npublic final class " + group.name() + " {\n")
                .append("    private " + group.name() + "() {}\n\n")
                .append(
                        "    /** Loads the C library of this package; call this before any other function of the package. */\n")
                .append("    public static void load() {\n        NativeLibrary.load(\"verbena_base\");\n")
                .append("        NativeLibrary.load(\"verbena_" + group.library() + "\");\n    }\n");
        for (CFunction function : group.functions()) {
            Signature signature = function.signature();
            String parameters = signature.parameters().stream()
                    .map(FunctionGenerator::nativeParameter)
                    .collect(Collectors.joining(", "));
            text.append("\n" + FunctionTable.javadoc("    ", function.comment()))
                    .append("    @JniMethod(accessor = \"" + function.accessor() + "\")\n")
                    .append("    public static native " + signature.type() + " " + signature.name())
                    .append("(" + parameters + ");\n");
        }
        return text + "}\n";
    }

    /** A type begins with {@code in}, {@code out} or {@code address}, or with none of them if JNI passes it as it is. */
    private static String nativeParameter(Parameter parameter) {
        String type = parameter.type().replaceFirst("^((in|out) |address$)", "");
        String flags = parameter.type().startsWith("out ")
                ? "flags = ArgFlag.NO_IN"
                : parameter.type().startsWith("in ") ? "flags = ArgFlag.NO_OUT" : "";
        boolean isPointer = type.isEmpty() || type.contains("[]");
        String cast = isPointer ? "cast = \"void *\"" : "";
        String annotation =
                Stream.of(cast, flags).filter(each -> !each.isEmpty()).collect(Collectors.joining(", "));
        String java = type.isEmpty() ? "long" : type.endsWith("?") ? type.replace("[]?", " @Nullable []") : type;
        return (annotation.isEmpty() ? "" : "@JniArg(" + annotation + ") ") + java + " " + parameter.name();
    }

    private static List<String> imports(String... more) {
        return Stream.concat(
                        Stream.of(more),
                        Stream.of(
                                "io.verbena.error.*",
                                "io.verbena.hca.*",
                                "io.verbena.iba.*",
                                "java.net.InetSocketAddress",
                                "java.nio.ByteBuffer",
                                "java.util.List",
                                "java.util.Optional",
                                "java.util.Set",
                                "org.jspecify.annotations.Nullable"))
                .toList();
    }

    /** Writes the interface of a provider. */
    String operations(Operations provider) {
        StringBuilder text = new StringBuilder(file(providerPackage(provider.subpackage()), imports()))
                .append(FunctionTable.javadoc("", provider.comment()))
                .append("public interface " + provider.name() + " {\n");
        if (provider.operations().stream().anyMatch(operation -> operation.unsupported() != null)) {
            text.append(
                            "    /** Returns the exception that the default methods throw, for the C function {@code call}. */\n")
                    .append("    UnsupportedException unsupported(String call);\n");
        }
        for (Operation operation : provider.operations()) {
            if (!operation.comment().isEmpty()) {
                text.append("\n" + FunctionTable.javadoc("    ", operation.comment()) + "    " + declared(operation));
            }
        }
        return text + "}\n";
    }

    /** Writes a record. */
    static String value(Value value) {
        List<String> comment = new ArrayList<>(List.of(value.comment()));
        value.components().forEach((component, meaning) -> comment.add("@param " + component.name() + " " + meaning));
        Signature components = new Signature(
                "record", value.name(), List.copyOf(value.components().keySet()));
        return file(providerPackage(value.subpackage()), imports())
                + FunctionTable.javadoc("", comment)
                + "public " + head(components) + " {}\n";
    }

    private static String declared(Operation operation) {
        String head = head(operation.signature());
        if (operation.unsupported() != null) {
            return "default " + head + " {\n        throw unsupported(\"" + operation.unsupported() + "\");\n    }\n";
        }
        return operation.missing() == null
                ? head + ";\n"
                : "default " + head + " {\n        return " + operation.missing() + ";\n    }\n";
    }

    private static String head(Signature signature) {
        return signature.type() + " " + signature.name()
                + signature.parameters().stream()
                        .map(each -> each.type() + " " + each.name())
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    /** Writes the class that implements operations by C functions; subclasses implement the others. */
    String implementations(Operations provider) {
        String self = implementation(provider);
        StringBuilder text = new StringBuilder(file(
                        LINUX,
                        imports(
                                "io.verbena.jni." + provider.subpackage() + ".*",
                                providerPackage(provider.subpackage()) + ".*",
                                "java.lang.ref.Reference")))
                .append("/** Implements operations of {@link " + provider.name() + "} by one C function each. */\n")
                .append("abstract class " + provider.linux() + " {\n");
        if (!provider.constructor().isEmpty()) {
            String arguments = Stream.of(provider.constructor().split(", ", -1))
                    .map(each -> Parameter.parse(each).name())
                    .collect(Collectors.joining(", "));
            text.append(
                    "    " + self + "(" + provider.constructor() + ") {\n        super(" + arguments + ");\n    }\n");
        }
        for (Operation operation : provider.operations()) {
            if (operation.linux() != null) {
                text.append("\n    @Override\n    public " + head(operation.signature()) + " {\n")
                        .append(body(provider, operation, operation.linux()))
                        .append("    }\n");
            }
        }
        return text + "}\n";
    }

    private String body(Operations provider, Operation operation, String linux) {
        String returned = operation.outcome().result().replace("?", result(provider, operation, linux));
        String statement = (operation.signature().type().equals("void") ? "" : "return ") + returned + ";\n";
        List<String> used = operation.signature().parameters().stream()
                .filter(each ->
                        each.type().equals("RecordMemory") || each.type().equals("ByteBuffer"))
                .map(each -> "            Reference.reachabilityFence(" + each.name() + ");\n")
                .toList();
        return used.isEmpty()
                ? "        " + statement
                : "        try {\n            " + statement + "        } finally {\n" + String.join("", used)
                        + "        }\n";
    }

    /** Returns the call of a C function, within the check of its result if its result may be an error. */
    private String result(Operations provider, Operation operation, String linux) {
        String function = linux.substring(0, linux.indexOf('('));
        Signature binding = table.binding(function);
        List<String> arguments = arguments(linux);
        StringBuilder call = new StringBuilder(function).append('(');
        for (int i = 0; i < arguments.size(); i++) {
            Parameter parameter = operation.signature().parameter(arguments.get(i));
            call.append(i == 0 ? "" : ", ")
                    .append(
                            parameter == null
                                    ? arguments.get(i)
                                    : converted(parameter, binding.parameters().get(i)));
        }
        call.append(')');
        String name = operation.outcome().call();
        if (name == null) {
            return call.toString();
        }
        String object = operation.outcome().object().isEmpty()
                ? provider.object()
                : operation.outcome().object();
        return (binding.type().equals("long") ? "handle" : "check") + "(\"" + name + "\", "
                + (object.isEmpty() ? "" : object + ", ") + call + ")";
    }

    /** Returns the arguments of a call, separated by the commas that lie in no other parentheses. */
    private static List<String> arguments(String call) {
        String inner = call.substring(call.indexOf('(') + 1, call.length() - 1);
        return inner.isEmpty() ? List.of() : List.of(inner.split(", (?![^(]*\\))", -1));
    }

    /** Returns the expression that converts a parameter of an operation to that of a C function. */
    private static String converted(Parameter from, Parameter to) {
        String name = from.name();
        return switch (from.type()) {
            case "int", "long", "String", "@Nullable String" -> name;
            case "boolean" -> name + " ? 1 : 0";
            case "RecordMemory" -> name + ".address()";
            case "ByteBuffer" -> to.type().equals("long") ? "address(" + name + ")" : "bytes(" + name + ")";
            case "AddressVector" -> "AttributeStructs.write(" + name + ")";
            case "ConnectionParameters" -> "CmStructs.write(" + name + ")";
            case "Gid" -> "AttributeStructs.bytes(" + name + ")";
            case "InetSocketAddress" -> "SocketAddresses.write(" + name + ")";
            case "@Nullable InetSocketAddress" -> name + " == null ? null : SocketAddresses.write(" + name + ")";
            default -> from.type().startsWith("Set<") ? bits(name, to.type()) : name + ".code()";
        };
    }

    private static String bits(String set, @Nullable String type) {
        return ("long".equals(type) ? "" : "(int) ") + "WireEnum.bitsOf(" + set + ")";
    }
}
