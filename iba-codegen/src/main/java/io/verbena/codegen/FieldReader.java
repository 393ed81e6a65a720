package io.verbena.codegen;

import io.verbena.codegen.FieldSchema.Kind;
import io.verbena.codegen.FieldSchema.Mask;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one row of {@code fields:}. */
final class FieldReader {
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

    private final SchemaReader schema;

    FieldReader(SchemaReader schema) {
        this.schema = schema;
    }

    FieldSchema read(String structure, List<?> row) {
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
        if (kind == Kind.STRUCTURE && schema.structure(typeName).length() * 8 != width) {
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
        if (schema.isEnum(typeName)) {
            return set ? Kind.SET : Kind.ENUM;
        }
        if (schema.isStructure(typeName)) {
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
