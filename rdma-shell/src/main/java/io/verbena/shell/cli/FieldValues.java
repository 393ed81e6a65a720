package io.verbena.shell.cli;

import io.verbena.error.NearestNames;
import io.verbena.iba.Field;
import io.verbena.iba.Field.Kind;
import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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

    /** Assigns to a field of {@code owner}, whose name within the structure starts with {@code prefix}. */
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

    /** Assigns the values to consecutive elements, starting at the first. */
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
}
