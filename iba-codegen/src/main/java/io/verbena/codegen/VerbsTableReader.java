package io.verbena.codegen;

import io.verbena.codegen.Enumeration.Constant;
import io.verbena.codegen.Enumeration.Predicate;
import io.verbena.codegen.VerbsTable.Attribute;
import io.verbena.codegen.VerbsTable.Attributes;
import io.verbena.codegen.VerbsTable.FlowHeader;
import io.verbena.codegen.VerbsTable.Getter;
import io.verbena.codegen.VerbsTable.Group;
import io.verbena.codegen.VerbsTable.HeaderField;
import io.verbena.codegen.VerbsTable.Layout;
import io.verbena.codegen.VerbsTable.MaskedAttributes;
import io.verbena.codegen.VerbsTable.Member;
import io.verbena.codegen.VerbsTable.Structure;
import io.verbena.codegen.VerbsTable.Value;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Reads the table of verbs facts. */
final class VerbsTableReader {
    private VerbsTableReader() {}

    /** Reads the files of a folder. */
    static VerbsTable read(Path folder) throws IOException {
        List<Enumeration> enums = new ArrayList<>();
        load(folder.resolve("enums.yaml")).forEach((name, body) -> enums.add(enumeration(name, body)));
        List<Structure> structures = new ArrayList<>();
        load(folder.resolve("structures.yaml"))
                .forEach((name, body) -> structures.add(structure(name, body, structures)));
        List<Layout> layouts = new ArrayList<>();
        load(folder.resolve("records.yaml")).forEach((name, body) -> layouts.add(layout(name, body)));
        List<FlowHeader> flows = new ArrayList<>();
        load(folder.resolve("flows.yaml")).forEach((name, body) -> flows.add(flow(name, body)));
        return new VerbsTable(enums, structures, layouts, flows);
    }

    /** Reads types {@code [code, C name]} and fields {@code [offset, bits, C name, comment]}. */
    private static FlowHeader flow(String name, Map<String, Object> body) {
        Map<String, Value> types = new LinkedHashMap<>();
        rows(body, "types", (constant, cells) -> new Value(constant, cells.number(0), cells.text(1), "", 0, ""))
                .forEach(type -> types.put(type.name(), type));
        return new FlowHeader(
                name,
                text(body, "title"),
                text(body, "struct"),
                Integer.parseInt(text(body, "size")),
                Integer.parseInt(text(body, "value")),
                Integer.parseInt(text(body, "mask")),
                types,
                rows(
                        body,
                        "fields",
                        (field, cells) -> new HeaderField(
                                field, cells.number(0), cells.number(1), cells.text(2), cells.text(3))));
    }

    /** Reads {@code name: accessor} or {@code name: [accessor, type, comment]}; {@code include} adds a structure above it. */
    private static Structure structure(String name, Map<String, Object> body, List<Structure> known) {
        List<Member> members = rows(
                body,
                "fields",
                (field, cells) -> new Member(field, cells.text(0), cells.text(1, "int"), cells.text(2, "")));
        List<Group> groups = rows(body, "include", (prefix, cells) -> {
            Structure included = known.stream()
                    .filter(structure -> structure.name().equals(cells.text(0)))
                    .findFirst()
                    .orElseThrow(
                            () -> new SchemaException(name + " includes " + cells.text(0) + ", which is not above it"));
            Group group = new Group(prefix, included);
            for (Member member : included.members()) {
                members.add(new Member(
                        group.member(member.name()),
                        cells.text(1) + "." + member.accessor(),
                        member.type(),
                        member.comment()));
            }
            return group;
        });
        List<Attributes> attributes = new ArrayList<>();
        map(body, "records").forEach((record, row) -> attributes.add(attributes(record, row)));
        addMembers(attributes, list(body.get("long")), members);
        return new Structure(
                name,
                text(body, "struct"),
                text(body, "library", "verbs"),
                text(body, "title"),
                members,
                groups,
                attributes,
                body.containsKey("masked") ? masked(map(body, "masked")) : null);
    }

    /** Reads components {@code [type, accessor and operators, comment]}. */
    @SuppressWarnings("unchecked")
    private static Attributes attributes(String name, Object node) {
        Map<String, Object> body = (Map<String, Object>) node;
        List<Attribute> components = rows(body, "fields", (component, cells) -> {
            if (cells.size() != 3) {
                throw new SchemaException(name + "." + component + ": " + cells + " is not [type, accessor, comment]");
            }
            String[] value = cells.text(1).split(" ", 2);
            return new Attribute(component, cells.text(0), value[0], value.length > 1 ? value[1] : "", cells.text(2));
        });
        return new Attributes(name, text(body, "title"), components);
    }

    /** Reads setters {@code [type, field or group, comment]}; a number as the type is the maximum of an {@code int}. */
    private static MaskedAttributes masked(Map<String, Object> body) {
        List<Attribute> setters = rows(
                body,
                "setters",
                (constant, cells) -> new Attribute(constant, cells.text(0), cells.text(1), "", cells.text(2)));
        return new MaskedAttributes(text(body, "name"), text(body, "mask"), text(body, "title"), setters);
    }

    /** Adds a field for each field in C that an attribute is read from, once for all attributes that share it. */
    private static void addMembers(List<Attributes> attributes, List<?> longs, List<Member> members) {
        Map<String, Member> added = new LinkedHashMap<>();
        for (Attributes record : attributes) {
            for (Attribute attribute : record.components()) {
                if (!attribute.accessor().isEmpty()) {
                    String type = switch (attribute.type()) {
                        case "String" -> "byte[64]";
                        case "Gid" -> "byte[16]";
                        case "long", "Guid" -> "long";
                        default -> longs.contains(attribute.accessor()) ? "long" : "int";
                    };
                    added.putIfAbsent(
                            attribute.member(), new Member(attribute.member(), attribute.accessor(), type, ""));
                }
            }
        }
        members.addAll(added.values());
    }

    /**
     * Reads fields {@code [offset, size, accessor, comment]}, constants {@code [value, expression, comment]}, and getters {@code
     * [field, type, comment]}.
     */
    private static Layout layout(String name, Map<String, Object> body) {
        String struct = text(body, "struct", "");
        List<Value> values = rows(body, "fields", (field, cells) -> {
            String accessor = cells.text(2);
            int size = cells.number(1);
            return new Value(field, cells.number(0), offset(struct, accessor), cells.text(3), size, accessor);
        });
        values.addAll(rows(body, "constants", (constant, cells) -> {
            long value = Long.parseLong(cells.text(0));
            return new Value(constant, value, cells.text(1), cells.text(2), 0, "");
        }));
        List<Getter> getters = rows(body, "getters", (getter, cells) -> {
            Value read = values.stream()
                    .filter(value -> value.name().equals(cells.text(0)))
                    .findFirst()
                    .orElseThrow(() -> new SchemaException(name + "." + getter + " reads an unknown " + cells.text(0)));
            return new Getter(getter, read, cells.text(1), cells.text(2));
        });
        return new Layout(name, text(body, "title"), struct, text(body, "library", "verbs"), values, getters);
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
        Map<String, String> columns = new LinkedHashMap<>();
        map(body, "columns").forEach((column, comment) -> columns.put(column, comment.toString()));
        constants.forEach(constant -> {
            if (constant.numbers().size() != columns.size()) {
                throw new SchemaException(
                        name + "." + constant.name() + " has " + constant.numbers() + " for " + columns.keySet());
            }
        });
        List<Predicate> predicates = new ArrayList<>();
        map(body, "predicates").forEach((predicate, row) -> {
            List<?> cells = list(row);
            List<String> holders =
                    list(cells.get(0)).stream().map(String::valueOf).toList();
            predicates.add(new Predicate(predicate, holders, cells.get(1).toString()));
        });
        return new Enumeration(
                text(body, "package", dot < 0 ? "io.verbena.hca" : "io.verbena.verbs." + qualified.substring(0, dot)),
                name,
                text(body, "title"),
                text(body, "source"),
                text(body, "library", "verbs"),
                Boolean.TRUE.equals(body.get("flags")) ? null : fallback(body.get("unknown"), constants),
                null,
                columns,
                predicates,
                constants);
    }

    /** Reads {@code [code, C suffix, text, columns…, comment, condition]}; the text defaults to the suffix. */
    private static Constant constant(String row, String name, String prefix, List<?> cells) {
        List<Integer> numbers = cells.stream()
                .skip(1)
                .filter(Integer.class::isInstance)
                .map(Integer.class::cast)
                .toList();
        List<String> words = new ArrayList<>(cells.stream()
                .skip(1)
                .filter(cell -> !(cell instanceof Integer))
                .map(String::valueOf)
                .toList());
        String condition = words.get(words.size() - 1).startsWith("HAVE_") ? words.remove(words.size() - 1) : "";
        if (words.size() == 2) {
            words.add(1, words.get(0));
        }
        if (words.size() != 3 || !words.get(2).endsWith(".") || !(cells.get(0) instanceof Number code)) {
            throw new SchemaException(
                    row + ": " + cells + " is not [code, C suffix, text, columns, comment, condition]");
        }
        String cName = words.get(0).isEmpty() ? "" : prefix + words.get(0);
        return new Constant(name, code.longValue(), cName, words.get(1), words.get(2), condition, numbers);
    }

    /** The constant for other codes: an existing one, or {@code UNKNOWN} with a text and a comment of its own. */
    private static Constant fallback(@Nullable Object node, List<Constant> constants) {
        for (Constant constant : constants) {
            if (constant.name().equals(node)) {
                return constant;
            }
        }
        List<?> words = node instanceof List<?> own ? own : List.of("unknown", "A code that is not in the table.");
        Constant unknown = new Constant(
                "UNKNOWN", -1, "", String.valueOf(words.get(0)), String.valueOf(words.get(1)), "", List.of());
        constants.add(unknown);
        return unknown;
    }

    static Map<String, Map<String, Object>> load(Path file) throws IOException {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        try (Reader text = Files.newBufferedReader(file)) {
            return new Yaml(new SafeConstructor(options)).load(text);
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Map<String, Object> body, String key) {
        return (Map<String, Object>) body.getOrDefault(key, Map.of());
    }

    /** Reads the rows below a key by their names. */
    static <T> List<T> rows(Map<String, Object> body, String key, BiFunction<String, Cells, T> read) {
        List<T> rows = new ArrayList<>();
        map(body, key).forEach((name, row) -> rows.add(read.apply(name, Cells.of(row))));
        return rows;
    }

    static List<?> list(@Nullable Object node) {
        return node instanceof List<?> list ? list : List.of();
    }

    static String text(Map<String, Object> body, String key, String missing) {
        return body.getOrDefault(key, missing).toString();
    }

    /** Returns a cell that a row must have. */
    static String text(Map<String, Object> body, String key) {
        Object value = body.get(key);
        if (value == null) {
            throw new SchemaException(body + " has no " + key);
        }
        return value.toString();
    }
}
