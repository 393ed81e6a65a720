package io.verbena.iba;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** Formats a structure like infiniband-diags, one field per line: {@code NodeType:........................Switch}. */
public final class DottedText {
    private static final int COLUMN = 33;
    private static final String CAPABILITY_INDENT = "\t\t\t\t";

    private DottedText() {}

    /** Returns all fields in the order of the layout. */
    public static List<String> of(Structure structure) {
        return of(structure, Set.of());
    }

    /** Returns all fields, without the values of the hidden ones, such as keys. */
    public static List<String> of(Structure structure, Set<String> hidden) {
        List<String> lines = new ArrayList<>();
        for (Field field : structure.layout().fields()) {
            if (hidden.contains(field.name())) {
                lines.add(line(field.label(), "<not displayed>"));
            } else if (field.isArray() && !field.label().contains("#")) {
                lines.add(line(field.label(), whole(field, structure)));
            } else {
                for (int index = 0; index < (field.isArray() ? field.count() : 1); index++) {
                    lines.addAll(
                            field.kind() == Field.Kind.STRUCTURE
                                    ? of((Structure) field.value(structure, index), hidden)
                                    : element(field, structure, index));
                }
            }
        }
        return lines;
    }

    /** Returns one line. The value begins in column 33, or behind a longer label. */
    public static String line(String label, String value) {
        String start = label + ":";
        return start + ".".repeat(Math.max(0, COLUMN - start.length())) + value;
    }

    /** Returns the lines of a field that is not an array, or of one element of an array. */
    static List<String> element(Field field, Structure structure, int index) {
        List<String> lines = new ArrayList<>();
        lines.add(line(field.label().replace("#", String.valueOf(index)), value(field, structure, index)));
        if (isCapabilities(field)) {
            ((Set<?>) field.value(structure, index))
                    .forEach(capability -> lines.add(CAPABILITY_INDENT + ((WireEnum) capability).text()));
        }
        return lines;
    }

    /** Returns the value of an array that infiniband-diags prints as one number. */
    static String whole(Field field, Structure structure) {
        int bits = field.width() * field.count();
        return bits <= 64
                ? Field.hex(field.bits(structure), bits)
                : HexFormat.of().formatHex(structure.bytes(field.bit(), bits / 8));
    }

    /** Returns the value of one element, or of a field that is not an array. */
    private static String value(Field field, Structure structure, int index) {
        if (field.style() != null) {
            long bits = field.bits(structure, index);
            return field.style() == Field.Style.HEX ? Field.hex(bits, field.width()) : Long.toUnsignedString(bits);
        }
        Object value = field.value(structure, index);
        return switch (field.kind()) {
            case GUID -> ((Guid) value).toHex();
            case TEXT -> "'" + value + "'";
            case GID -> "%016x%016x".formatted(((Gid) value).prefix(), ((Gid) value).interfaceId());
            case ENUM -> ((WireEnum) value).text(field.bits(structure, index));
            case SET -> set(field, field.bits(structure, index), (Set<?>) value);
            default -> field.text(value);
        };
    }

    private static String set(Field field, long bits, Set<?> set) {
        if (isCapabilities(field)) {
            return "0x" + Long.toHexString(bits);
        }
        List<String> texts = new ArrayList<>();
        set.forEach(constant -> texts.add(((WireEnum) constant).text()));
        if ((bits & ~bits(set)) != 0) {
            texts.add("undefined (" + bits + ")");
        }
        return texts.isEmpty() ? Long.toString(bits) : String.join(" or ", texts);
    }

    private static long bits(Set<?> set) {
        return set.stream().mapToLong(constant -> ((WireEnum) constant).code()).reduce(0, (all, one) -> all | one);
    }

    /** Returns whether a set is printed with one line per member, as capabilities are. */
    private static boolean isCapabilities(Field field) {
        return field.kind() == Field.Kind.SET && field.style() == null && field.width() > 8;
    }
}
