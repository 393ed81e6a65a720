package io.verbena.codegen;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The C functions and the operations of providers, which the README of the table describes.
 *
 * @param groups the rows of {@code functions.yaml}
 * @param providers the rows of {@code operations.yaml}
 * @param values the rows of {@code values.yaml}
 */
public record FunctionTable(List<Group> groups, List<Operations> providers, List<Value> values) {
    /** One record; each component has a type, a name and a comment. */
    public record Value(String name, String subpackage, String comment, Map<Parameter, String> components) {
        /** Returns the package of the record. */
        public String packageName() {
            return "io.verbena.spi." + subpackage;
        }
    }

    /** C functions that one Java class binds. */
    public record Group(String name, String library, List<String> comment, List<CFunction> functions) {
        /** Returns the package of the binding. */
        public String packageName() {
            return "io.verbena.jni." + library;
        }
    }

    /** One C function. */
    public record CFunction(String accessor, Signature signature, List<String> comment) {}

    /**
     * One interface of operations.
     *
     * @param library the C library of its functions
     * @param linux the head of the Java class that implements operations by C functions; empty if the class is written by hand
     * @param constructor the parameters of its constructor, which its superclass takes; empty for none
     * @param object the expression for the object that a failure names; empty if the superclass knows it
     */
    public record Operations(
            String name,
            String subpackage,
            String library,
            List<String> comment,
            String linux,
            String constructor,
            String object,
            List<Operation> operations) {
        /** Returns the package of the interface. */
        public String packageName() {
            return "io.verbena.spi." + subpackage;
        }
    }

    /**
     * One operation.
     *
     * @param comment empty for an operation that another interface declares
     * @param unsupported the C function that the default method names as unsupported, or null
     * @param missing the result of the default method, or null
     * @param linux the call of the C function that implements the operation, or null
     */
    public record Operation(
            Signature signature,
            List<String> comment,
            @Nullable String unsupported,
            @Nullable String missing,
            @Nullable String linux,
            Outcome outcome) {}

    /**
     * The result of an operation, as it follows from that of its C function.
     *
     * @param call the name of the C function in failures; null if it has none
     * @param result the expression of the result, with {@code ?} for the number that the function returned
     * @param object the expression for the object that a failure names; empty for that of the provider
     */
    public record Outcome(@Nullable String call, String result, String object) {}

    /** The head of a Java method. */
    public record Signature(String type, String name, List<Parameter> parameters) {
        static Signature parse(String text) {
            int open = text.indexOf('(');
            int name = text.lastIndexOf(' ', open) + 1;
            String inner = text.substring(open + 1, text.length() - 1);
            return new Signature(
                    text.substring(0, name - 1),
                    text.substring(name, open),
                    inner.isEmpty()
                            ? List.of()
                            : Arrays.stream(inner.split(", ", -1))
                                    .map(Parameter::parse)
                                    .toList());
        }

        /** Returns the head as Java source. */
        public String head() {
            return parameters.stream()
                    .map(each -> each.type() + " " + each.name())
                    .collect(Collectors.joining(", ", type + " " + name + "(", ")"));
        }

        @Nullable Parameter parameter(String of) {
            return parameters.stream()
                    .filter(each -> each.name().equals(of))
                    .findFirst()
                    .orElse(null);
        }
    }

    /**
     * One parameter.
     *
     * @param type a Java type, which may begin with an annotation, or with {@code in}, {@code out} or {@code address} if JNI
     *     does not pass it as it is
     */
    public record Parameter(String type, String name) {
        static Parameter parse(String text) {
            int space = text.lastIndexOf(' ');
            return new Parameter(text.substring(0, space), text.substring(space + 1));
        }

        /** Returns the declaration in a native method. */
        public String nativeForm() {
            String plain = type.replaceFirst("^((in|out) |address$)", "");
            List<String> members = new ArrayList<>();
            if (plain.isEmpty() || plain.contains("[]")) {
                members.add("cast = \"void *\"");
            }
            if (type.startsWith("out ")) {
                members.add("flags = ArgFlag.NO_IN");
            } else if (type.startsWith("in ")) {
                members.add("flags = ArgFlag.NO_OUT");
            }
            String annotation = members.isEmpty() ? "" : "@JniArg(" + String.join(", ", members) + ") ";
            return annotation + (plain.isEmpty() ? "long" : plain.replace("[]?", " @Nullable []")) + " " + name;
        }
    }

    static FunctionTable read(Path folder) throws IOException {
        List<Group> groups = VerbsTableReader.load(folder.resolve("functions.yaml")).entrySet().stream()
                .map(row -> group(row.getKey(), row.getValue()))
                .toList();
        List<Operations> providers = VerbsTableReader.load(folder.resolve("operations.yaml")).entrySet().stream()
                .map(row -> provider(row.getKey(), row.getValue()))
                .toList();
        List<Value> values = VerbsTableReader.load(folder.resolve("values.yaml")).entrySet().stream()
                .map(row -> value(row.getKey(), row.getValue()))
                .toList();
        return new FunctionTable(groups, providers, values);
    }

    /** Reads components {@code [type, comment]}. */
    private static Value value(String name, Map<String, Object> body) {
        Map<Parameter, String> components = new LinkedHashMap<>();
        VerbsTableReader.map(body, "components").forEach((component, row) -> {
            List<String> cells = lines(row);
            components.put(new Parameter(cells.get(0), component), cells.get(1));
        });
        return new Value(
                name, VerbsTableReader.text(body, "package"), VerbsTableReader.text(body, "title"), components);
    }

    /** Reads functions {@code [signature, comment…]}. */
    private static Group group(String name, Map<String, Object> body) {
        String library = VerbsTableReader.text(body, "library", "verbs");
        String prefix = "verbena_" + library + "_";
        List<CFunction> functions = VerbsTableReader.map(body, "functions").entrySet().stream()
                .map(row -> {
                    List<String> cells = lines(row.getValue());
                    return new CFunction(
                            (row.getKey().startsWith(library + "_") ? "" : prefix) + row.getKey(),
                            Signature.parse(cells.get(0)),
                            cells.subList(1, cells.size()));
                })
                .toList();
        return new Group(name, library, title(body), functions);
    }

    @SuppressWarnings("unchecked")
    private static Operations provider(String name, Map<String, Object> body) {
        List<Operation> operations = VerbsTableReader.list(body.get("operations")).stream()
                .map(row -> operation((Map<String, Object>) row))
                .toList();
        return new Operations(
                name,
                VerbsTableReader.text(body, "package"),
                VerbsTableReader.text(body, "library", VerbsTableReader.text(body, "package")),
                title(body),
                VerbsTableReader.text(body, "linux", ""),
                VerbsTableReader.text(body, "constructor", ""),
                VerbsTableReader.text(body, "object", ""),
                operations);
    }

    private static Operation operation(Map<String, Object> row) {
        String unsupported = optional(row, "unsupported");
        boolean isRaw = Boolean.TRUE.equals(row.get("raw"));
        String call = isRaw ? null : row.containsKey("call") ? optional(row, "call") : unsupported;
        return new Operation(
                Signature.parse(VerbsTableReader.text(row, "method")),
                lines(row.get("comment")),
                unsupported,
                optional(row, "default"),
                optional(row, "linux"),
                new Outcome(call, VerbsTableReader.text(row, "result", "?"), VerbsTableReader.text(row, "object", "")));
    }

    private static @Nullable String optional(Map<String, Object> row, String key) {
        Object value = row.get(key);
        return value == null ? null : value.toString();
    }

    /** Returns the lines of a title, which ends without a full stop in the table. */
    private static List<String> title(Map<String, Object> body) {
        List<String> lines = new ArrayList<>(lines(body.get("title")));
        String last = lines.remove(lines.size() - 1);
        lines.add(last.endsWith(".") ? last : last + ".");
        return lines;
    }

    private static List<String> lines(@Nullable Object node) {
        return node == null
                ? List.of()
                : node instanceof List<?> list
                        ? list.stream().map(String::valueOf).toList()
                        : List.of(node.toString());
    }

    /** Returns the native method of a name such as {@code IbvMemory.allocPd}. */
    Signature binding(String qualified) {
        return groups.stream()
                .flatMap(group -> group.functions().stream()
                        .map(CFunction::signature)
                        .filter(each -> qualified.equals(group.name() + "." + each.name())))
                .findFirst()
                .orElseThrow(() -> new SchemaException("no row of functions.yaml is called " + qualified));
    }

    /** Returns the expression that implements an operation by its C function, and checks the result if it may be an error. */
    public String result(Operations provider, Operation operation) {
        String linux = String.valueOf(operation.linux());
        String function = linux.substring(0, linux.indexOf('('));
        Signature binding = binding(function);
        List<String> arguments = arguments(linux);
        StringJoiner call = new StringJoiner(", ", function + "(", ")");
        for (int i = 0; i < arguments.size(); i++) {
            Parameter parameter = operation.signature().parameter(arguments.get(i));
            call.add(
                    parameter == null
                            ? arguments.get(i)
                            : converted(parameter, binding.parameters().get(i)));
        }
        Outcome outcome = operation.outcome();
        if (outcome.call() == null) {
            return outcome.result().replace("?", call.toString());
        }
        String object = outcome.object().isEmpty() ? provider.object() : outcome.object();
        String check = (binding.type().equals("long") ? "handle" : "check") + "(\"" + outcome.call() + "\", "
                + (object.isEmpty() ? "" : object + ", ") + call + ")";
        return outcome.result().replace("?", check);
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
            case "SocketAddress" -> "SocketAddresses.write(" + name + ")";
            case "@Nullable SocketAddress" -> name + " == null ? null : SocketAddresses.write(" + name + ")";
            default -> from.type().startsWith("Set<") ? bits(name, to.type()) : name + ".code()";
        };
    }

    private static String bits(String set, @Nullable String type) {
        return ("long".equals(type) ? "" : "(int) ") + "WireEnum.bitsOf(" + set + ")";
    }
}
