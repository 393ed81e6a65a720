package io.verbena.samples.madlab;

import io.verbena.error.NearestNames;
import io.verbena.iba.Field;
import io.verbena.iba.Field.Kind;
import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * Fills an attribute from names and values: {@code portSelect: 1}, {@code nodeInfo.nodeType: SWITCH}, {@code port: [1,
 * 2]}. A list sets the elements of an array or the constants of a set; YAML represents it as {@code port.0}.
 */
final class RequestFields {
    private RequestFields() {}

    /** Returns an attribute with these fields. All other fields are zero. */
    static Structure fill(Layout<?> layout, Map<String, String> values) {
        Structure structure = layout.create();
        values.forEach((path, value) -> {
            try {
                set(structure, path, value);
            } catch (IllegalArgumentException e) {
                throw new BadQueryException("fields." + path, String.valueOf(e.getMessage()));
            }
        });
        return structure;
    }

    private static void set(Structure owner, String path, String value) {
        Field field = field(owner.layout(), head(path));
        String rest = rest(path);
        if (field.isArray()) {
            element(owner, field, rest, value);
        } else if (field.kind() == Kind.STRUCTURE && !rest.isEmpty()) {
            set((Structure) field.value(owner), rest, value);
        } else if (field.kind() == Kind.SET && isIndex(rest)) {
            field.set(owner, 0, FieldParser.set(field, (Set<?>) field.value(owner), value));
        } else if (rest.isEmpty()) {
            field.set(owner, 0, FieldParser.of(field, value));
        } else {
            throw new IllegalArgumentException(owner.layout().name() + "." + field.name()
                    + " has neither fields nor elements, so there is no '" + rest + "'");
        }
    }

    private static void element(Structure owner, Field field, String rest, String value) {
        String index = head(rest);
        if (!isIndex(index)) {
            throw new IllegalArgumentException(owner.layout().name() + "." + field.name() + " has " + field.count()
                    + " elements; set a list, or one element such as " + field.name() + ".0");
        }
        int number = Integer.parseInt(index);
        if (number >= field.count()) {
            throw new IllegalArgumentException(owner.layout().name() + "." + field.name() + " has " + field.count()
                    + " elements; the index " + number + " is not from 0 to " + (field.count() - 1));
        }
        String inner = rest(rest);
        if (inner.isEmpty()) {
            field.set(owner, number, FieldParser.of(field, value));
        } else {
            set((Structure) field.value(owner, number), inner, value);
        }
    }

    /** Returns the names of these fields in a component mask, such as {@code guid[0]}. */
    static String[] masked(Layout<?> layout, Collection<String> paths) {
        return paths.stream().map(path -> masked(layout, path)).distinct().toArray(String[]::new);
    }

    private static String masked(Layout<?> layout, String path) {
        Field field = field(layout, head(path));
        String rest = rest(path);
        if (field.kind() == Kind.STRUCTURE && !field.isArray() && !rest.isEmpty()) {
            return field.name() + "." + masked(field.layout(), rest);
        }
        return field.isArray() ? field.name() + "[" + head(rest) + "]" : field.name();
    }

    private static String head(String path) {
        int dot = path.indexOf('.');
        return dot < 0 ? path : path.substring(0, dot);
    }

    private static String rest(String path) {
        int dot = path.indexOf('.');
        return dot < 0 ? "" : path.substring(dot + 1);
    }

    private static boolean isIndex(String text) {
        return text.matches("\\d{1,4}");
    }

    private static Field field(Layout<?> owner, String name) {
        return owner.fields().stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(owner.name() + " has no field '" + name + "'"
                        + NearestNames.hint(
                                name, owner.fields().stream().map(Field::name).toList())));
    }
}
