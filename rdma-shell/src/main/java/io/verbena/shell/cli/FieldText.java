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

/** Reads the value of a field as people write it, which includes every form in which it is printed. */
final class FieldText {
    private FieldText() {}

    /**
     * One value of a field, as {@link Field#set} takes it.
     *
     * @param where the whole name of the field, for messages
     * @throws IllegalArgumentException if the text is no such value, or does not fit; the message names field and value
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
                throw new IllegalArgumentException(where + " has fields of its own; give them one by one, "
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

    /** Constants or numbers between bars or commas; the brackets of the printed form do not matter. */
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
                    where + ": the text '" + text + "' has " + length + " bytes; give at most " + field.count());
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
                    where + ": '" + text + "' is not a row of bytes; write two hexadecimal digits for each, 0a1b", e);
        }
        if (bytes.length != field.count()) {
            throw new IllegalArgumentException(where + ": " + bytes.length + " bytes are given; it has " + field.count()
                    + ", and " + field.name() + "[0]=VALUE sets one");
        }
        return bytes;
    }
}
