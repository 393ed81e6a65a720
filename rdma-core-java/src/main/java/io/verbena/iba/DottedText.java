package io.verbena.iba;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes a structure as infiniband-diags does: {@code NodeType:........................Switch}, one field a line. */
public final class DottedText {
    private static final int COLUMN = 33;
    private static final String CAPABILITY_INDENT = "\t\t\t\t";

    private DottedText() {}

    /** All fields in the order of the layout. */
    public static List<String> of(Structure structure) {
        return of(structure, Set.of());
    }

    /** All fields, but the values of those that are named, such as keys. */
    public static List<String> of(Structure structure, Set<String> hidden) {
        List<String> lines = new ArrayList<>();
        for (Field field : structure.layout().fields()) {
            boolean shown = !hidden.contains(field.name());
            lines.add(line(field.label(), shown ? value(field, structure) : "<not displayed>"));
            if (shown && isCapabilities(field)) {
                ((Set<?>) field.value(structure))
                        .forEach(capability -> lines.add(CAPABILITY_INDENT + ((WireEnum) capability).text()));
            }
        }
        return lines;
    }

    /** One line; the value begins in column 33, or behind a label that is longer. */
    public static String line(String label, String value) {
        String start = label + ":";
        return start + ".".repeat(Math.max(0, COLUMN - start.length())) + value;
    }

    private static String value(Field field, Structure structure) {
        Object value = field.value(structure);
        return switch (field.kind()) {
            case GUID -> ((Guid) value).toHex();
            case ENUM -> text((WireEnum) value, field.bits(structure));
            case SET -> set(field, structure, (Set<?>) value);
            default -> field.text(structure);
        };
    }

    private static String text(WireEnum constant, long bits) {
        return constant.code() == -1 ? "undefined (" + bits + ")" : constant.text();
    }

    private static String set(Field field, Structure structure, Set<?> set) {
        long bits = field.bits(structure);
        if (isCapabilities(field)) {
            return "0x" + Long.toHexString(bits);
        }
        return set.isEmpty()
                ? Long.toString(bits)
                : set.stream().map(constant -> ((WireEnum) constant).text()).collect(Collectors.joining(" or "));
    }

    /** Capabilities are many, and get a line each; widths and speeds are few. */
    private static boolean isCapabilities(Field field) {
        return field.kind() == Field.Kind.SET && field.width() > 8;
    }
}
