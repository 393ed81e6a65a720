package io.verbena.hca;

import io.verbena.iba.Gid;
import io.verbena.iba.WireEnum;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Formats attributes for people: one line each, with the name, the value in a column of its own, and flags by name. */
final class AttributeText {
    private static final int COLUMN = 32;

    /** Formats of the numbers that are usually written in hexadecimal. */
    private static final Map<String, String> HEXADECIMAL = Map.of(
            "vendor_id", "0x%04x",
            "hardware_version", "0x%x",
            "queue_key", "0x%08x",
            "timestamp_mask", "0x%016x",
            "page_size_mask", "0x%x",
            "unknown", "0x%x",
            "unknown_capabilities", "0x%x");

    private final StringBuilder text = new StringBuilder();

    private AttributeText() {}

    /** Formats the components of a record; records in it are indented below their names. */
    static String of(Record attributes) {
        AttributeText text = new AttributeText();
        text.lines("", values(attributes));
        return text.text.toString();
    }

    /** Formats names and values. */
    static String of(Map<String, ?> attributes) {
        AttributeText text = new AttributeText();
        text.lines("", attributes);
        return text.text.toString();
    }

    private void lines(String indent, Map<String, ?> attributes) {
        attributes.forEach((name, value) -> {
            if (value instanceof Record nested && isList(nested)) {
                text.append(indent).append(name).append(":\n");
                lines(indent + "  ", values(nested));
            } else {
                String label = indent + name + ":";
                text.append(label)
                        .append(" ".repeat(Math.max(1, COLUMN - label.length())))
                        .append(show(name, value))
                        .append('\n');
            }
        });
    }

    /** Returns whether a value is a list of attributes; the records of other packages and {@code Flags} are one line each. */
    private static boolean isList(Record value) {
        return value.getClass().getPackage() == AttributeText.class.getPackage()
                && value.getClass().getTypeParameters().length == 0;
    }

    private static Map<String, Object> values(Record attributes) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (RecordComponent component : attributes.getClass().getRecordComponents()) {
            try {
                values.put(
                        snakeCase(component.getName()), component.getAccessor().invoke(attributes));
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalStateException(component + " cannot be read", e);
            }
        }
        return values;
    }

    private static String show(String name, Object value) {
        String format = HEXADECIMAL.get(name);
        return format == null ? show(value) : String.format(format, value);
    }

    private static String show(Object value) {
        if (value instanceof WireEnum constant) {
            return constant.text();
        }
        if (value instanceof Gid gid) {
            return inFull(gid);
        }
        if (value instanceof Collection<?> many) {
            return many.isEmpty()
                    ? "none"
                    : many.stream().map(AttributeText::show).collect(Collectors.joining(", "));
        }
        return value.toString();
    }

    /** Formats a GID as eight groups of four digits, without abbreviation. */
    private static String inFull(Gid gid) {
        return String.format("%016x%016x", gid.prefix(), gid.interfaceId()).replaceAll("(.{4})(?!$)", "$1:");
    }

    private static String snakeCase(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
