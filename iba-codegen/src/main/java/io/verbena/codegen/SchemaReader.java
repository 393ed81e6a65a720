package io.verbena.codegen;

import io.verbena.codegen.Enumeration.Constant;
import io.verbena.codegen.FieldSchema.Kind;
import io.verbena.codegen.FieldSchema.Mask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the YAML files of the table; their form is described in the README beside them. */
final class SchemaReader {
    private static final String ENUMS = "enums.yaml";
    private static final String UNKNOWN_CODE = "An unknown code; the {@code Bits} accessor of the field returns it.";
    private static final String OPERATIONS = "operations.yaml";
    private static final Pattern NAME = Pattern.compile("([a-z][a-zA-Z0-9]*)(?:\\[(\\d+)])?");
    private static final Set<String> OPTIONS = Set.of("mask", "print");
    private static final Map<String, Kind> KINDS = Map.of(
            "unsigned", Kind.UNSIGNED,
            "hex", Kind.HEX,
            "text", Kind.TEXT,
            "bytes", Kind.BYTES,
            "Guid", Kind.GUID,
            "Gid", Kind.GID,
            "Lid", Kind.LID);

    private final List<OperationSchema> operations = new ArrayList<>();
    private final Map<String, Enumeration> enums = new LinkedHashMap<>();
    private final Map<String, Map<String, Object>> rows = new LinkedHashMap<>();
    private final Map<String, StructureSchema> structures = new LinkedHashMap<>();

    /** Reads every file of the folder. Files and rows may name each other in any order. */
    static SchemaReader read(Path folder) throws IOException {
        SchemaReader reader = new SchemaReader();
        VerbsTableReader.load(folder.resolve(ENUMS)).forEach(reader::addEnum);
        if (Files.exists(folder.resolve(OPERATIONS))) {
            VerbsTableReader.load(folder.resolve(OPERATIONS)).forEach(reader::addOperation);
        }
        List<Path> files;
        try (var list = Files.list(folder)) {
            files = list.filter(file ->
                            file.toString().endsWith(".yaml") && !file.endsWith(ENUMS) && !file.endsWith(OPERATIONS))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            VerbsTableReader.load(file).forEach((name, body) -> {
                if (reader.rows.put(name, body) != null || reader.enums.containsKey(name)) {
                    throw new SchemaException(file + ": there are two rows called " + name);
                }
            });
        }
        reader.rows.keySet().forEach(reader::structure);
        return reader;
    }

    /** Returns the operations in the order of the file. */
    List<OperationSchema> operations() {
        return operations;
    }

    List<Enumeration> enums() {
        return List.copyOf(enums.values());
    }

    /** The structures in the order of the files. */
    List<StructureSchema> structures() {
        return rows.keySet().stream().map(this::structure).toList();
    }

    /** Every method that an attribute has, such as {@code SubnGet}. */
    List<String> methods() {
        return structures().stream()
                .flatMap(structure -> structure.methods().stream())
                .distinct()
                .toList();
    }

    /** Returns the keys of attributes by the name of their structure: the class above 16 bits of the attribute ID. */
    Map<String, List<String>> attributes() {
        Map<Long, String> owners = new TreeMap<>();
        for (StructureSchema structure : structures()) {
            Integer attribute = structure.attribute();
            if (attribute == null || structure.variant()) {
                continue;
            }
            for (String managementClass : structure.classes()) {
                String other = owners.put(code(managementClass) << 16 | attribute, structure.name());
                if (other != null) {
                    throw new SchemaException(structure.name() + " and " + other + " are the same attribute");
                }
            }
        }
        Map<String, List<String>> keys = new LinkedHashMap<>();
        owners.forEach((key, structure) ->
                keys.computeIfAbsent(structure, name -> new ArrayList<>()).add(String.format("0x%06x", key)));
        return keys;
    }

    private long code(String managementClass) {
        return enums().stream()
                .filter(candidate -> candidate.name().equals("ManagementClass"))
                .flatMap(candidate -> candidate.constants().stream())
                .filter(constant -> constant.name().equals(managementClass))
                .mapToLong(Constant::code)
                .findFirst()
                .orElseThrow(() -> new SchemaException("no management class is called " + managementClass));
    }

    /** The structure of this name, with those that it is made of. */
    StructureSchema structure(String name) {
        StructureSchema known = structures.get(name);
        if (known == null) {
            Map<String, Object> body = rows.get(name);
            if (body == null) {
                throw new SchemaException("no row is called " + name);
            }
            known = structure(name, body);
            structures.put(name, known);
        }
        return known;
    }

    private StructureSchema structure(String name, Map<String, Object> body) {
        List<FieldSchema> all = new ArrayList<>();
        if (body.get("include") instanceof String header) {
            if (!rows.containsKey(header)) {
                throw new SchemaException(name + " includes " + header + ", which no row defines");
            }
            all.addAll(structure(header).fields());
        }
        for (Object row : list(body.get("fields"))) {
            all.add(field(name, list(row)));
        }
        return new StructureSchema(
                name,
                text(body.get("title")),
                text(body.get("section")),
                (Integer) body.getOrDefault("length", 0),
                (Integer) body.get("attribute"),
                strings(body.get("class")),
                strings(body.get("methods")),
                Boolean.TRUE.equals(body.get("variant")),
                list(body.get("traps")).stream().map(Integer.class::cast).toList(),
                List.copyOf(all));
    }

    private void addOperation(String marker, Map<String, Object> body) {
        operations.add(new OperationSchema(
                marker,
                text(body.get("title")),
                text(body.get("section")),
                text(body.get("class")),
                text(body.get("method")),
                OperationSchema.By.valueOf(text(body.get("by")).toUpperCase(Locale.ROOT)),
                (String) body.get("modifier")));
    }

    private void addEnum(String name, Map<String, Object> body) {
        List<Constant> constants = new ArrayList<>();
        map(body.get("values")).forEach((number, value) -> {
            List<?> pair = list(value);
            long code = ((Number) number).longValue();
            String comment = Enumeration.literal(code) + ": " + pair.get(1) + ".";
            constants.add(new Constant(text(pair.get(0)), code, "", text(pair.get(1)), comment, "", List.of()));
        });
        Constant unknown = new Constant("UNKNOWN", -1, "", "unknown", UNKNOWN_CODE, "", List.of());
        constants.add(unknown);
        enums.put(
                name,
                new Enumeration(
                        Generate.PACKAGE,
                        name,
                        text(body.get("title")),
                        text(body.get("section")),
                        "",
                        unknown,
                        (String) body.get("unknown"),
                        Map.of(),
                        List.of(),
                        constants));
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> map(@Nullable Object node) {
        return (Map<Object, Object>) (node == null ? Map.of() : node);
    }

    private static List<?> list(@Nullable Object node) {
        return node == null ? List.of() : (List<?>) node;
    }

    private static List<String> strings(@Nullable Object node) {
        return node instanceof String one
                ? List.of(one)
                : list(node).stream().map(String::valueOf).toList();
    }

    private static String text(@Nullable Object node) {
        return String.valueOf(node);
    }

    /** Reads one row of {@code fields:}. */
    private FieldSchema field(String structure, List<?> row) {
        Matcher name = NAME.matcher(String.valueOf(row.get(0)));
        if (!name.matches()) {
            throw new SchemaException(structure + ": " + row.get(0) + " is not a field name");
        }
        String field = structure + "." + name.group(1);
        List<String> words = new ArrayList<>();
        Map<?, ?> options = Map.of();
        for (Object cell : row.subList(3, row.size())) {
            if (cell instanceof Map<?, ?> found) {
                options = found;
            } else {
                words.add(String.valueOf(cell));
            }
        }
        if (words.size() > 2 || !OPTIONS.containsAll(options.keySet())) {
            throw new SchemaException(field + ": " + row + " has a word too many");
        }
        String type = words.isEmpty() ? "unsigned" : words.get(0);
        boolean set = type.startsWith("[");
        String typeName = set ? type.substring(1, type.length() - 1) : type;
        Kind kind = kind(field, typeName, set);
        int width = (Integer) row.get(2);
        if (kind == Kind.STRUCTURE && structure(typeName).length() * 8 != width) {
            throw new SchemaException(field + ": a " + typeName + " has not " + width + " bits");
        }
        int count = name.group(2) == null ? 1 : Integer.parseInt(name.group(2));
        boolean array = count > 1 && kind != Kind.BYTES && kind != Kind.TEXT;
        return new FieldSchema(
                name.group(1),
                (Integer) row.get(1),
                width,
                count,
                kind,
                KINDS.containsKey(typeName) ? null : typeName,
                words.size() > 1 ? words.get(1) : name.group(1) + (array ? "#" : ""),
                mask(options.get("mask")),
                (String) options.get("print"));
    }

    private Kind kind(String field, String typeName, boolean set) {
        Kind kind = KINDS.get(typeName);
        if (kind != null) {
            return kind;
        }
        if (enums.containsKey(typeName)) {
            return set ? Kind.SET : Kind.ENUM;
        }
        if (rows.containsKey(typeName)) {
            return Kind.STRUCTURE;
        }
        throw new SchemaException(field + ": no type is called " + typeName);
    }

    private static @Nullable Mask mask(@Nullable Object node) {
        if (node instanceof List<?> range) {
            return new Mask((Integer) range.get(0), (Integer) range.get(1));
        }
        return node instanceof Integer bit ? new Mask(bit, bit) : null;
    }
}
