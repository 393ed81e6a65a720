package io.verbena.samples.madlab;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.error.NearestNames;
import io.verbena.iba.Field;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.WireEnum;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** Parses the value of a field, or of an element of a field. */
final class FieldParser {
    private FieldParser() {}

    static Object of(Field field, String text) {
        return switch (field.kind()) {
            case UNSIGNED, HEX, LID -> number(field, text);
            case GUID -> Guid.parse(text);
            case GID -> Gid.parse(text);
            case ENUM -> constant(field, text);
            case SET -> set(field, Set.of(), text);
            case TEXT -> text(field, text);
            case BYTES -> bytes(field, text);
            case STRUCTURE ->
                throw new IllegalArgumentException(field.name() + " is a structure; set its fields, such as "
                        + field.name() + "." + field.layout().fields().get(0).name());
        };
    }

    /** Adds constants, separated by commas, to a set. */
    static Long set(Field field, Set<?> before, String text) {
        long bits = 0;
        for (Object constant : before) {
            bits |= Integer.toUnsignedLong(((WireEnum) constant).code());
        }
        for (String name : text.split(",", -1)) {
            Object one = constant(field, name.strip());
            bits |= one instanceof WireEnum constant ? Integer.toUnsignedLong(constant.code()) : (Long) one;
        }
        return bits;
    }

    private static Object constant(Field field, String text) {
        List<String> names = field.constants().stream().map(Object::toString).toList();
        for (WireEnum constant : field.constants()) {
            if (constant.toString().equalsIgnoreCase(text) || constant.text().equalsIgnoreCase(text)) {
                return constant;
            }
        }
        if (!Character.isDigit((text + " ").charAt(0))) {
            throw new IllegalArgumentException(field.name() + ": '" + text + "' is neither a number nor a constant"
                    + NearestNames.hint(text, names));
        }
        return number(field, text);
    }

    private static Long number(Field field, String text) {
        try {
            return Long.decode(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    field.name() + ": '" + text + "' is not a number; expected a number such as 17 or 0x11", e);
        }
    }

    private static String text(Field field, String text) {
        int length = text.getBytes(UTF_8).length;
        if (length > field.count()) {
            throw new IllegalArgumentException(
                    field.name() + ": '" + text + "' has " + length + " bytes; the maximum is " + field.count());
        }
        return text;
    }

    private static byte[] bytes(Field field, String text) {
        byte[] bytes;
        try {
            bytes = HexFormat.of().parseHex(text.replaceFirst("^0[xX]", ""));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    field.name() + ": '" + text
                            + "' is not a sequence of bytes; expected two hexadecimal digits per byte, such as 0a1b",
                    e);
        }
        if (bytes.length != field.count()) {
            throw new IllegalArgumentException(
                    field.name() + ": '" + text + "' has " + bytes.length + " bytes, not " + field.count());
        }
        return bytes;
    }
}
