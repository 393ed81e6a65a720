package io.verbena.codegen;

import io.verbena.codegen.FieldSchema.Kind;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Reads the YAML files of the table; their form is described in the README beside them. */
final class SchemaReader {
    private static final String ENUMS = "enums.yaml";
    private static final Pattern NAME = Pattern.compile("([a-zA-Z][a-zA-Z0-9]*)(?:\\[(\\d+)])?");
    private static final Map<String, Kind> KINDS = Map.of(
            "unsigned", Kind.UNSIGNED,
            "hex", Kind.HEX,
            "text", Kind.TEXT,
            "bytes", Kind.BYTES,
            "Guid", Kind.GUID,
            "Gid", Kind.GID,
            "Lid", Kind.LID);

    private final Map<String, EnumSchema> enums = new LinkedHashMap<>();
    private final Map<String, StructureSchema> structures = new LinkedHashMap<>();

    /** Reads every file of the folder. Enumerations come first, as structures name them. */
    static SchemaReader read(Path folder) throws IOException {
        SchemaReader reader = new SchemaReader();
        load(folder.resolve(ENUMS)).forEach(reader::addEnum);
        List<Path> files;
        try (var list = Files.list(folder)) {
            files = list.filter(file -> file.toString().endsWith(".yaml") && !file.endsWith(ENUMS))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            load(file).forEach(reader::addStructure);
        }
        return reader;
    }

    List<EnumSchema> enums() {
        return List.copyOf(enums.values());
    }

    List<StructureSchema> structures() {
        return List.copyOf(structures.values());
    }

    private static Map<String, Map<String, Object>> load(Path file) throws IOException {
        try (Reader text = Files.newBufferedReader(file)) {
            return new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
        }
    }

    private void addEnum(String name, Map<String, Object> body) {
        List<EnumSchema.Value> values = new ArrayList<>();
        map(body.get("values")).forEach((code, value) -> {
            List<?> pair = (List<?>) value;
            values.add(new EnumSchema.Value(((Number) code).longValue(), text(pair.get(0)), text(pair.get(1))));
        });
        enums.put(name, new EnumSchema(name, text(body.get("title")), text(body.get("section")), values));
    }

    private void addStructure(String name, Map<String, Object> body) {
        List<FieldSchema> fields = new ArrayList<>();
        if (body.get("include") instanceof String included) {
            StructureSchema header = structures.get(included);
            if (header == null) {
                throw new SchemaException(name + " includes " + included + ", which no row before it defines");
            }
            fields.addAll(header.fields());
        }
        for (Object row : (List<?>) body.getOrDefault("fields", List.of())) {
            fields.add(field(name, (List<?>) row));
        }
        structures.put(
                name,
                new StructureSchema(
                        name,
                        text(body.get("title")),
                        text(body.get("section")),
                        (Integer) body.getOrDefault("length", 0),
                        (Integer) body.get("attribute"),
                        strings(body.get("methods")),
                        List.copyOf(fields)));
    }

    private FieldSchema field(String structure, List<?> row) {
        Matcher name = NAME.matcher(text(row.get(0)));
        if (!name.matches()) {
            throw new SchemaException(structure + ": " + row.get(0) + " is not a field name");
        }
        List<String> words = new ArrayList<>();
        int mask = -1;
        for (Object cell : row.subList(3, row.size())) {
            if (cell instanceof Map<?, ?> options) {
                mask = options.get("mask") instanceof Integer bit ? bit : -1;
            } else {
                words.add(text(cell));
            }
        }
        String type = words.isEmpty() ? "unsigned" : words.get(0);
        boolean set = type.startsWith("[");
        String typeName = set ? type.substring(1, type.length() - 1) : type;
        Kind kind = KINDS.get(typeName);
        if (kind == null && !enums.containsKey(typeName)) {
            throw new SchemaException(structure + "." + name.group(1) + ": no type is called " + typeName);
        }
        return new FieldSchema(
                name.group(1),
                (Integer) row.get(1),
                (Integer) row.get(2),
                name.group(2) == null ? 1 : Integer.parseInt(name.group(2)),
                kind != null ? kind : set ? Kind.SET : Kind.ENUM,
                kind != null ? null : typeName,
                words.size() > 1 ? words.get(1) : name.group(1),
                mask);
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> map(@Nullable Object node) {
        return (Map<Object, Object>) (node == null ? Map.of() : node);
    }

    @SuppressWarnings("unchecked")
    private static List<String> strings(@Nullable Object node) {
        return node == null ? List.of() : (List<String>) node;
    }

    private static String text(@Nullable Object node) {
        return String.valueOf(node);
    }
}
