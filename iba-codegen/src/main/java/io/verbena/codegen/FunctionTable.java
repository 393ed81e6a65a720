package io.verbena.codegen;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The C functions and the operations of providers, which the README of the table describes.
 *
 * @param groups the rows of {@code functions.yaml}
 * @param providers the rows of {@code operations.yaml}
 * @param values the rows of {@code values.yaml}
 */
record FunctionTable(List<Group> groups, List<Operations> providers, List<Value> values) {
    /** One record; each component has a type, a name and a comment. */
    record Value(String name, String subpackage, String comment, Map<Parameter, String> components) {}

    /** C functions that one Java class binds. */
    record Group(String name, String library, List<String> comment, List<CFunction> functions) {}

    /** One C function. */
    record CFunction(String accessor, Signature signature, List<String> comment) {}

    /**
     * One interface of operations.
     *
     * @param linux the head of the Java class that implements operations by C functions
     * @param constructor the parameters of its constructor, which its superclass takes; empty for none
     * @param object the expression for the object that a failure names; empty if the superclass knows it
     */
    record Operations(
            String name,
            String subpackage,
            List<String> comment,
            String linux,
            String constructor,
            String object,
            List<Operation> operations) {}

    /**
     * One operation.
     *
     * @param comment empty for an operation that another interface declares
     * @param unsupported the C function that the default method names as unsupported, or null
     * @param missing the result of the default method, or null
     * @param linux the call of the C function that implements the operation, or null
     */
    record Operation(
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
    record Outcome(@Nullable String call, String result, String object) {}

    /** The head of a Java method. */
    record Signature(String type, String name, List<Parameter> parameters) {
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

        @Nullable Parameter parameter(String of) {
            return parameters.stream()
                    .filter(each -> each.name().equals(of))
                    .findFirst()
                    .orElse(null);
        }
    }

    /** One parameter; its type may begin with an annotation, or with how JNI passes it. */
    record Parameter(String type, String name) {
        static Parameter parse(String text) {
            int space = text.lastIndexOf(' ');
            return new Parameter(text.substring(0, space), text.substring(space + 1));
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
                name,
                VerbsTableReader.text(body, "package", null),
                VerbsTableReader.text(body, "title", null),
                components);
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
                VerbsTableReader.text(body, "package", null),
                title(body),
                VerbsTableReader.text(body, "linux", null),
                VerbsTableReader.text(body, "constructor", ""),
                VerbsTableReader.text(body, "object", ""),
                operations);
    }

    private static Operation operation(Map<String, Object> row) {
        String unsupported = optional(row, "unsupported");
        boolean isRaw = Boolean.TRUE.equals(row.get("raw"));
        String call = isRaw ? null : row.containsKey("call") ? optional(row, "call") : unsupported;
        return new Operation(
                Signature.parse(VerbsTableReader.text(row, "method", null)),
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
                .orElseThrow(() -> new NoSuchElementException(qualified));
    }

    /** Returns a Javadoc comment, each line indented, with an empty line before the first tag. */
    static String javadoc(String indent, List<String> comment) {
        if (comment.size() == 1) {
            return indent + "/** " + comment.get(0) + " */\n";
        }
        StringBuilder text = new StringBuilder(indent + "/**\n");
        boolean tags = false;
        for (String line : comment) {
            boolean isTag = line.startsWith("@");
            text.append(isTag && !tags ? indent + " *\n" : "").append(indent + " * " + line + "\n");
            tags |= isTag;
        }
        return text + indent + " */\n";
    }
}
