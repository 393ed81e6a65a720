package io.verbena.codegen;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The table of verbs facts, which the README beside it describes.
 *
 * @param enums the enumerations of {@code enums.yaml}, in the order of the file
 * @param structures the structures of {@code structures.yaml}, in the order of the file
 * @param layouts the records of {@code records.yaml}, in the order of the file
 */
record VerbsTable(List<Enumeration> enums, List<Structure> structures, List<Layout> layouts) {
    /**
     * One enumeration.
     *
     * @param subpackage the package below {@code io.verbena.verbs}; null for {@code io.verbena.hca}
     * @param library the C library whose header defines the constants
     * @param fallback the constant that {@code of} returns for other codes; null for flags, which have no {@code of}
     */
    record Enumeration(
            @Nullable String subpackage,
            String name,
            String title,
            String source,
            String library,
            @Nullable Constant fallback,
            List<Constant> constants) {}

    /**
     * One constant of an enumeration.
     *
     * @param cName the name in C; empty if there is none
     * @param condition the macro that is defined if the header has the constant; empty if every header does
     */
    record Constant(String name, long code, String cName, String text, String comment, String condition) {
        /** Returns the comment with the name in C at the end of its first sentence. */
        String javadoc() {
            return cName.isEmpty() ? comment : comment.replaceFirst("\\.(?= |$)", " ({@code " + cName + "}).");
        }
    }

    /**
     * One C structure that JNI copies field by field.
     *
     * @param struct its name in C
     */
    record Structure(String name, String struct, String title, List<Member> members) {}

    /**
     * One field of a structure that JNI copies.
     *
     * @param accessor the field in C
     * @param type a Java type, or the C type of a pointer, which is a {@code long} in Java
     * @param comment the meaning, as far as the name in C does not say it; empty if it does
     */
    record Member(String name, String accessor, String type, String comment) {
        boolean isPointer() {
            return type.endsWith("*");
        }
    }

    /**
     * One record in direct memory.
     *
     * @param isTest whether only tests use it
     * @param struct the structure in C; empty if it only has constants
     */
    record Layout(String name, String packageName, boolean isTest, String title, String struct, List<Value> values) {}

    /**
     * One constant of a record.
     *
     * @param check the expression in C that has this value; empty if C has none
     * @param size the bytes of the field, 0 for other constants and for lists
     * @param accessor the field in C; empty for other constants
     */
    record Value(String name, long value, String check, String comment, int size, String accessor) {
        String javadoc() {
            return size == 0 ? comment : (size == 1 ? "1 byte: " : size + " bytes: ") + lowerFirst(comment);
        }

        private static String lowerFirst(String text) {
            return text.startsWith("The ") ? "the" + text.substring(3) : text;
        }
    }

    /** Reads the files of a folder. */
    static VerbsTable read(Path folder) throws IOException {
        List<Enumeration> enums = new ArrayList<>();
        load(folder.resolve("enums.yaml")).forEach((name, body) -> enums.add(enumeration(name, body)));
        List<Structure> structures = new ArrayList<>();
        load(folder.resolve("structures.yaml"))
                .forEach((name, body) -> structures.add(structure(name, body, structures)));
        List<Layout> layouts = new ArrayList<>();
        load(folder.resolve("records.yaml")).forEach((name, body) -> layouts.add(layout(name, body)));
        return new VerbsTable(enums, structures, layouts);
    }

    /** Reads {@code name: accessor} or {@code name: [accessor, type, comment]}; {@code include} adds a structure above it. */
    private static Structure structure(String name, Map<String, Object> body, List<Structure> known) {
        List<Member> members = new ArrayList<>();
        map(body, "fields").forEach((field, row) -> {
            List<?> cells = row instanceof List<?> list ? list : List.of(row);
            members.add(new Member(
                    field,
                    cells.get(0).toString(),
                    cells.size() > 1 ? cells.get(1).toString() : "int",
                    cells.size() > 2 ? cells.get(2).toString() : ""));
        });
        map(body, "include").forEach((prefix, row) -> {
            List<?> cells = list(row);
            Structure included = known.stream()
                    .filter(structure -> structure.name().equals(cells.get(0)))
                    .findFirst()
                    .orElseThrow(
                            () -> new SchemaException(name + " includes " + cells.get(0) + ", which is not above it"));
            for (Member member : included.members()) {
                String field = prefix
                        + Character.toUpperCase(member.name().charAt(0))
                        + member.name().substring(1);
                members.add(new Member(field, cells.get(1) + "." + member.accessor(), member.type(), member.comment()));
            }
        });
        return new Structure(name, text(body, "struct", null), text(body, "title", null), members);
    }

    /** Reads fields {@code [offset, size, accessor, comment]} and constants {@code [value, expression, comment]}. */
    private static Layout layout(String name, Map<String, Object> body) {
        String struct = text(body, "struct", "");
        List<Value> values = new ArrayList<>();
        map(body, "fields").forEach((field, row) -> {
            List<?> cells = list(row);
            int[] place = {((Number) cells.get(0)).intValue(), ((Number) cells.get(1)).intValue()};
            String accessor = cells.get(2).toString();
            values.add(new Value(
                    field, place[0], offset(struct, accessor), cells.get(3).toString(), place[1], accessor));
        });
        map(body, "constants").forEach((constant, row) -> {
            List<?> cells = list(row);
            long value = ((Number) cells.get(0)).longValue();
            String comment = cells.get(2).toString();
            values.add(new Value(
                    constant,
                    value,
                    cells.get(1).toString(),
                    comment.isEmpty() ? "{@code " + cells.get(1) + "}." : comment,
                    0,
                    ""));
        });
        return new Layout(
                name,
                text(body, "package", "io.verbena.spi.verbs"),
                Boolean.TRUE.equals(body.get("test")),
                text(body, "title", null),
                struct,
                values);
    }

    /** The offset of a field, or of a field of a structure that lies at a field: {@code wr.wr + verbena_flush.length}. */
    private static String offset(String struct, String accessor) {
        int plus = accessor.indexOf(" + ");
        if (plus < 0) {
            return "offsetof(struct " + struct + ", " + accessor + ")";
        }
        String[] inner = accessor.substring(plus + 3).split("\\.", 2);
        return offset(struct, accessor.substring(0, plus)) + " + " + offset(inner[0], inner[1]);
    }

    private static Enumeration enumeration(String qualified, Map<String, Object> body) {
        int dot = qualified.indexOf('.');
        String name = qualified.substring(dot + 1);
        List<Constant> constants = new ArrayList<>();
        map(body, "values")
                .forEach((constant, row) ->
                        constants.add(constant(name + "." + constant, constant, text(body, "prefix", ""), list(row))));
        return new Enumeration(
                dot < 0 ? null : qualified.substring(0, dot),
                name,
                text(body, "title", null),
                text(body, "source", null),
                text(body, "library", "verbs"),
                Boolean.TRUE.equals(body.get("flags")) ? null : fallback(body.get("unknown"), constants),
                constants);
    }

    /** Reads {@code [code, C suffix, text, comment, condition]}; the text defaults to the suffix. */
    private static Constant constant(String row, String name, String prefix, List<?> cells) {
        List<String> words =
                new ArrayList<>(cells.stream().skip(1).map(String::valueOf).toList());
        String condition = words.get(words.size() - 1).startsWith("HAVE_") ? words.remove(words.size() - 1) : "";
        if (words.size() == 2) {
            words.add(1, words.get(0));
        }
        if (words.size() != 3 || !words.get(2).endsWith(".") || !(cells.get(0) instanceof Number code)) {
            throw new SchemaException(row + ": " + cells + " is not [code, C suffix, text, comment, condition]");
        }
        String cName = words.get(0).isEmpty() ? "" : prefix + words.get(0);
        return new Constant(name, code.longValue(), cName, words.get(1), words.get(2), condition);
    }

    /** The constant for other codes: an existing one, or {@code UNKNOWN} with a text and a comment of its own. */
    private static Constant fallback(@Nullable Object node, List<Constant> constants) {
        for (Constant constant : constants) {
            if (constant.name().equals(node)) {
                return constant;
            }
        }
        List<?> words = node instanceof List<?> own ? own : List.of("unknown", "A code that is not in the table.");
        Constant unknown =
                new Constant("UNKNOWN", -1, "", String.valueOf(words.get(0)), String.valueOf(words.get(1)), "");
        constants.add(unknown);
        return unknown;
    }

    private static Map<String, Map<String, Object>> load(Path file) throws IOException {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        try (Reader text = Files.newBufferedReader(file)) {
            return new Yaml(new SafeConstructor(options)).load(text);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> body, String key) {
        return (Map<String, Object>) body.getOrDefault(key, Map.of());
    }

    private static List<?> list(@Nullable Object node) {
        return node instanceof List<?> list ? list : List.of();
    }

    private static String text(Map<String, Object> body, String key, @Nullable String missing) {
        Object value = body.getOrDefault(key, missing);
        if (value == null) {
            throw new SchemaException(body + " has no " + key);
        }
        return value.toString();
    }
}
