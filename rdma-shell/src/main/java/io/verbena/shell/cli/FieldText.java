package io.verbena.shell.cli;

import io.verbena.error.NearestNames;
import io.verbena.iba.Field;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.WireEnum;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;

/** Parses the text form of a field value. Accepts every form in which a value is printed. */
final class FieldText {
    private FieldText() {}

    /**
     * Parses one value of a field, as {@link Field#set} takes it.
     *
     * @param where the qualified name of the field, for the message
     * @throws IllegalArgumentException if the text is not a valid value of the field
     */
    static Object parse(Field field, String where, String text) {
        return switch (field.kind()) {
            case UNSIGNED, HEX, LID -> Numbers.parse(where, text, field.width());
            case GUID -> identifier(where, text, Guid::parse);
            case GID -> identifier(where, text, Gid::parse);
            case ENUM -> constant(field, where, text);
            case SET -> set(field, where, text);
            case TEXT -> text(field, where, text);
            case BYTES -> bytes(field, where, text);
            case STRUCTURE ->
                throw new IllegalArgumentException(where + " is a structure; set its fields one by one, "
                        + where.substring(where.indexOf('.') + 1) + "."
                        + field.layout().fields().get(0).name() + "=VALUE");
        };
    }

    private static Object identifier(String where, String text, Function<String, Object> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
        }
    }

    private static Object constant(Field field, String where, String text) {
        for (WireEnum constant : field.constants()) {
            if (name(constant).equalsIgnoreCase(text) || constant.text().equalsIgnoreCase(text)) {
                return constant;
            }
        }
        if (Numbers.isNumber(text)) {
            return Numbers.parse(where, text, field.width());
        }
        List<String> names = field.constants().stream().map(FieldText::name).toList();
        throw new IllegalArgumentException(
                where + ": '" + text + "' is neither a number nor a name" + NearestNames.hint(text, names));
    }

    private static String name(WireEnum constant) {
        return ((Enum<?>) constant).name();
    }

    /** Parses constants or numbers separated by bars or commas; the brackets of the printed form are optional. */
    private static Object set(Field field, String where, String text) {
        long bits = 0;
        for (String part : text.replaceAll("^\\[|]$", "").split("[|,]", -1)) {
            Object one = constant(field, where, part.strip());
            bits |= one instanceof WireEnum constant ? Integer.toUnsignedLong(constant.code()) : (Long) one;
        }
        return bits;
    }

    private static Object text(Field field, String where, String text) {
        int length = text.getBytes(StandardCharsets.UTF_8).length;
        if (length > field.count()) {
            throw new IllegalArgumentException(
                    where + ": '" + text + "' has " + length + " bytes; the maximum is " + field.count());
        }
        return text;
    }

    private static Object bytes(Field field, String where, String text) {
        String digits = text.replaceFirst("^0[xX]", "").replaceAll("[: ]", "");
        byte[] bytes;
        try {
            bytes = HexFormat.of().parseHex(digits);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    where + ": '" + text
                            + "' is not a byte string; write two hexadecimal digits per byte, for example 0a1b",
                    e);
        }
        if (bytes.length != field.count()) {
            throw new IllegalArgumentException(where + ": " + bytes.length + " bytes given; the field has "
                    + field.count() + "; to set a single byte, write " + field.name() + "[0]=VALUE");
        }
        return bytes;
    }
}
