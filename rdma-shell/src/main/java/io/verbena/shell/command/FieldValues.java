package io.verbena.shell.command;

import io.verbena.iba.Field;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import io.verbena.iba.WireEnum;
import io.verbena.shell.console.NearestNames;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Fills a structure from {@code name=value}, names and values as they are printed. */
final class FieldValues {
    private final Layout<?> layout;
    private final byte[] bytes;
    private final List<String> names = new ArrayList<>();

    private FieldValues(Layout<?> layout) {
        this.layout = layout;
        this.bytes = new byte[layout.length()];
    }

    /**
     * Reads the assignments.
     *
     * @throws IllegalArgumentException if there is no such field, or the value does not fit; the message names both
     */
    static FieldValues parse(Layout<?> layout, List<String> assignments) {
        FieldValues values = new FieldValues(layout);
        for (String assignment : assignments) {
            int equals = assignment.indexOf('=');
            String name = assignment.substring(0, equals);
            values.put(layout, name, name, 0, assignment.substring(equals + 1));
            values.names.add(name);
        }
        return values;
    }

    Structure structure() {
        return layout.wrap(bytes, 0);
    }

    /** Which fields were given. */
    long componentMask() {
        return layout.componentMask(names.toArray(String[]::new));
    }

    private void put(Layout<?> owner, String whole, String path, int start, String value) {
        int dot = path.indexOf('.');
        String step = dot < 0 ? path : path.substring(0, dot);
        Field field = field(owner, step);
        if (dot >= 0 && field.kind() == Field.Kind.STRUCTURE && !field.isArray()) {
            put(field.layout(), whole, path.substring(dot + 1), start + field.bit(), value);
        } else if (dot >= 0 || field.isArray() || field.kind() == Field.Kind.STRUCTURE) {
            throw new IllegalArgumentException(
                    whole + ": " + owner.name() + "." + step + " cannot be given a value as a whole, or in parts");
        } else {
            put(field, owner.name() + "." + step, start + field.bit(), value);
        }
    }

    private static Field field(Layout<?> owner, String name) {
        List<String> known = owner.fields().stream().map(Field::name).toList();
        return owner.fields().stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(owner.name() + " has no field '" + name + "'"
                        + QueryCommand.hint(NearestNames.to(name, known))));
    }

    private void put(Field field, String name, int bit, String value) {
        switch (field.kind()) {
            case GID -> {
                Gid gid = Gid.parse(value);
                set(bit, 64, gid.prefix());
                set(bit + 64, 64, gid.interfaceId());
            }
            case GUID -> set(bit, 64, Guid.parse(value).bits());
            case ENUM -> set(bit, field.width(), constant(field, name, value));
            case TEXT -> text(field, name, bit, value);
            case UNSIGNED, HEX, LID, SET -> set(bit, field.width(), number(field, name, value));
            case BYTES, STRUCTURE -> throw new IllegalArgumentException(name + " cannot be given a value");
        }
    }

    private static long number(Field field, String name, String value) {
        return Numbers.parse(name, value, -1L >>> (64 - field.width()));
    }

    private long constant(Field field, String name, String value) {
        if (!value.isEmpty() && Character.isDigit(value.charAt(0))) {
            return number(field, name, value);
        }
        Enum<?> any = (Enum<?>) field.value(structureOf(field));
        List<Enum<?>> constants = Arrays.<Enum<?>>stream(any.getDeclaringClass().getEnumConstants())
                .filter(constant -> ((WireEnum) constant).code() >= 0)
                .toList();
        return constants.stream()
                .filter(constant -> constant.name().equalsIgnoreCase(value)
                        || ((WireEnum) constant).text().equalsIgnoreCase(value))
                .mapToLong(constant -> ((WireEnum) constant).code())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + ": '" + value + "' is none of "
                        + String.join(", ", constants.stream().map(Enum::name).toList())));
    }

    /** Any structure that has the field: its value tells the type. */
    private Structure structureOf(Field field) {
        return owner(layout, field).create();
    }

    private static Layout<?> owner(Layout<?> layout, Field field) {
        if (layout.fields().contains(field)) {
            return layout;
        }
        return layout.fields().stream()
                .filter(candidate -> candidate.kind() == Field.Kind.STRUCTURE)
                .map(Field::layout)
                .filter(nested -> nested.fields().contains(field))
                .findFirst()
                .orElseThrow();
    }

    private void text(Field field, String name, int bit, String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > field.count()) {
            throw new IllegalArgumentException(
                    name + ": the text has " + utf8.length + " bytes; at most are " + field.count());
        }
        ByteBuffer.wrap(bytes).put(bit / Byte.SIZE, utf8);
    }

    private void set(int bit, int width, long value) {
        for (int i = 0; i < width; i++) {
            int at = bit + width - 1 - i;
            int mask = 0x80 >> (at & 7);
            boolean one = (value >>> i & 1) != 0;
            bytes[at >> 3] = (byte) (one ? bytes[at >> 3] | mask : bytes[at >> 3] & ~mask);
        }
    }
}
