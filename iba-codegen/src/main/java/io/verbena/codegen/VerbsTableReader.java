package io.verbena.codegen;

import io.verbena.codegen.Enumeration.Constant;
import io.verbena.codegen.Enumeration.Predicate;
import io.verbena.codegen.VerbsTable.Attribute;
import io.verbena.codegen.VerbsTable.Attributes;
import io.verbena.codegen.VerbsTable.FlowHeader;
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
        map(body, "types").forEach((constant, row) -> {
            List<?> cells = list(row);
            types.put(
                    constant, new Value(constant, number(cells, 0), cells.get(1).toString(), "", 0, ""));
        });
        List<HeaderField> fields = new ArrayList<>();
        map(body, "fields").forEach((field, row) -> {
            List<?> cells = list(row);
            fields.add(new HeaderField(
                    field,
                    number(cells, 0),
                    number(cells, 1),
                    cells.get(2).toString(),
                    cells.get(3).toString()));
        });
        List<String> places = List.of(text(body, "size", null), text(body, "value", null), text(body, "mask", null));
        return new FlowHeader(
                name,
                text(body, "title", null),
                text(body, "struct", null),
                Integer.parseInt(places.get(0)),
                Integer.parseInt(places.get(1)),
                Integer.parseInt(places.get(2)),
                types,
                fields);
    }

    private static int number(List<?> cells, int index) {
        return ((Number) cells.get(index)).intValue();
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
        List<Group> groups = new ArrayList<>();
        map(body, "include").forEach((prefix, row) -> {
            List<?> cells = list(row);
            Structure included = known.stream()
                    .filter(structure -> structure.name().equals(cells.get(0)))
                    .findFirst()
                    .orElseThrow(
                            () -> new SchemaException(name + " includes " + cells.get(0) + ", which is not above it"));
            Group group = new Group(prefix, included);
            groups.add(group);
            for (Member member : included.members()) {
                members.add(new Member(
                        group.member(member.name()),
                        cells.get(1) + "." + member.accessor(),
                        member.type(),
                        member.comment()));
            }
        });
        List<Attributes> attributes = new ArrayList<>();
        map(body, "records").forEach((record, row) -> attributes.add(attributes(record, row)));
        addMembers(attributes, list(body.get("long")), members);
        return new Structure(
                name,
                text(body, "struct", null),
                text(body, "library", "verbs"),
                text(body, "title", null),
                members,
                groups,
                attributes,
                body.containsKey("masked") ? masked(map(body, "masked")) : null);
    }

    /** Reads components {@code [type, accessor and operators, comment]}. */
    @SuppressWarnings("unchecked")
    private static Attributes attributes(String name, Object node) {
        Map<String, Object> body = (Map<String, Object>) node;
        List<Attribute> components = new ArrayList<>();
        map(body, "fields").forEach((component, row) -> {
            List<?> cells = list(row);
            if (cells.size() != 3) {
                throw new SchemaException(name + "." + component + ": " + cells + " is not [type, accessor, comment]");
            }
            String[] value = cells.get(1).toString().split(" ", 2);
            components.add(new Attribute(
                    component,
                    cells.get(0).toString(),
                    value[0],
                    value.length > 1 ? value[1] : "",
                    cells.get(2).toString()));
        });
        return new Attributes(name, text(body, "title", null), components);
    }

    /** Reads setters {@code [type, field or group, comment]}; a number as the type is the maximum of an {@code int}. */
    private static MaskedAttributes masked(Map<String, Object> body) {
        List<Attribute> setters = new ArrayList<>();
        map(body, "setters").forEach((constant, row) -> {
            List<?> cells = list(row);
            setters.add(new Attribute(
                    constant,
                    cells.get(0).toString(),
                    cells.get(1).toString(),
                    "",
                    cells.get(2).toString()));
        });
        return new MaskedAttributes(
                text(body, "name", null), text(body, "mask", null), text(body, "title", null), setters);
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

    /** Reads fields {@code [offset, size, accessor, comment]} and constants {@code [value, expression, comment]}. */
    private static Layout layout(String name, Map<String, Object> body) {
        String struct = text(body, "struct", "");
        List<Value> values = new ArrayList<>();
        map(body, "fields").forEach((field, row) -> {
            List<?> cells = list(row);
            String accessor = cells.get(2).toString();
            values.add(new Value(
                    field,
                    number(cells, 0),
                    offset(struct, accessor),
                    cells.get(3).toString(),
                    number(cells, 1),
                    accessor));
        });
        map(body, "constants").forEach((constant, row) -> {
            List<?> cells = list(row);
            long value = ((Number) cells.get(0)).longValue();
            values.add(new Value(
                    constant, value, cells.get(1).toString(), cells.get(2).toString(), 0, ""));
        });
        return new Layout(name, text(body, "title", null), struct, text(body, "library", "verbs"), values);
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
                dot < 0 ? "io.verbena.hca" : "io.verbena.verbs." + qualified.substring(0, dot),
                name,
                text(body, "title", null),
                text(body, "source", null),
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

    static List<?> list(@Nullable Object node) {
        return node instanceof List<?> list ? list : List.of();
    }

    static String text(Map<String, Object> body, String key, @Nullable String missing) {
        Object value = body.getOrDefault(key, missing);
        if (value == null) {
            throw new SchemaException(body + " has no " + key);
        }
        return value.toString();
    }
}
