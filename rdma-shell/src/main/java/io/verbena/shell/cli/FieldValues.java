package io.verbena.shell.cli;

import io.verbena.error.NearestNames;
import io.verbena.iba.Field;
import io.verbena.iba.Field.Kind;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import io.verbena.iba.WireEnum;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fills a structure from assignments such as {@code nodeInfo.portGuid=VALUE}, {@code pKey[3]=VALUE}, or {@code
 * pKey=1,2,3} for a whole array. Names are those of the accessors, regardless of case.
 */
public final class FieldValues {
    private static final Pattern STEP = Pattern.compile("(\\w+)(?:\\[(\\d{1,6})])?(?:\\.(.+))?");

    private final Structure structure;
    private final Set<String> given = new LinkedHashSet<>();

    private FieldValues(Structure structure) {
        this.structure = structure;
    }

    /**
     * Fills a new structure, in which all other fields are zero.
     *
     * @throws IllegalArgumentException if the structure has no such field, or the value does not fit
     */
    public static FieldValues parse(Layout<?> layout, List<String> assignments) {
        return fill(layout.create(), assignments);
    }

    /** Changes fields in a copy of a structure; all other fields keep their values. */
    public static FieldValues over(Structure original, List<String> assignments) {
        return fill(original.layout().wrapWritable(original.toBytes(), 0), assignments);
    }

    private static FieldValues fill(Structure writable, List<String> assignments) {
        FieldValues values = new FieldValues(writable);
        for (String assignment : assignments) {
            int equals = assignment.indexOf('=');
            values.assign(writable, "", assignment.substring(0, equals), assignment.substring(equals + 1));
        }
        return values;
    }

    /** Returns the filled structure. */
    public Structure structure() {
        return structure;
    }

    /** Returns the component mask of the fields that were assigned. */
    public long componentMask() {
        return structure.layout().componentMask(given.toArray(String[]::new));
    }

    private void assign(Structure owner, String prefix, String path, String value) {
        Matcher step = STEP.matcher(path);
        if (!step.matches()) {
            throw new IllegalArgumentException(
                    "'" + path + "' is not a field name; expected NAME, NAME[0] or NAME.NAME");
        }
        Field field = field(owner.layout(), step.group(1));
        String name = prefix + field.name();
        String rest = step.group(3);
        if (step.group(2) != null) {
            int index = index(field, name, Integer.parseInt(step.group(2)));
            element(owner, field, index, name + "[" + index + "]", rest, value);
        } else if (field.isArray() && (rest != null || field.kind() == Kind.STRUCTURE)) {
            throw new IllegalArgumentException(
                    where(name) + " has " + field.count() + " elements; select one, for example " + name + "[0]");
        } else if (field.isArray()) {
            list(owner, field, name, value);
        } else {
            element(owner, field, -1, name, rest, value);
        }
    }

    private static Field field(Layout<?> owner, String name) {
        List<Field> fields = owner.fields();
        return fields.stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(owner.name() + " has no field '" + name + "'"
                        + NearestNames.hint(
                                name, fields.stream().map(Field::name).toList())));
    }

    private int index(Field field, String name, int index) {
        if (!field.isArray() && field.kind() != Kind.BYTES) {
            throw new IllegalArgumentException(where(name) + " is not an array and has no element " + index);
        }
        if (index >= field.count()) {
            throw new IllegalArgumentException(
                    where(name) + " has no element " + index + "; the last is " + (field.count() - 1));
        }
        return index;
    }

    private void list(Structure owner, Field field, String name, String value) {
        String[] values = value.replaceAll("^\\[|]$", "").split(",", -1);
        if (values.length > field.count()) {
            throw new IllegalArgumentException(
                    where(name) + ": " + values.length + " values given for " + field.count() + " elements");
        }
        for (int index = 0; index < values.length; index++) {
            element(owner, field, index, name + "[" + index + "]", null, values[index].strip());
        }
    }

    private void element(Structure owner, Field field, int index, String name, @Nullable String rest, String value) {
        int at = Math.max(index, 0);
        if (rest != null) {
            if (field.kind() != Kind.STRUCTURE) {
                throw new IllegalArgumentException(where(name) + " is not a structure and has no field '" + rest + "'");
            }
            assign((Structure) field.value(owner, at), name + ".", rest, value);
            return;
        }
        if (!given.add(name)) {
            throw new IllegalArgumentException(where(name) + " is assigned twice");
        }
        if (field.kind() == Kind.BYTES && index >= 0) {
            byte[] bytes = (byte[]) field.value(owner);
            bytes[index] = (byte) Numbers.parse(where(name), value, Byte.SIZE);
            field.set(owner, 0, bytes);
        } else {
            field.set(owner, at, FieldText.parse(field, where(name), value));
        }
    }

    private String where(String name) {
        return structure.layout().name() + "." + name;
    }

    /** Parses the text form of a field value. Accepts every form in which a value is printed. */
    private static final class FieldText {
        private FieldText() {}

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
}
