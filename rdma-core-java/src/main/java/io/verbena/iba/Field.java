package io.verbena.iba;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A field of a {@link Layout}: position, type and texts. Immutable. */
public final class Field {
    private static final Set<String> SECRETS = Set.of("mKey", "smKey", "ccKey", "bKey", "serviceKey");

    /** Type of a field. */
    public enum Kind {
        /** Number printed in decimal. */
        UNSIGNED,
        /** Number printed in hexadecimal. */
        HEX,
        /** UTF-8 text, padded with zeros. */
        TEXT,
        /** Bytes without a defined meaning. */
        BYTES,
        /** A {@link Guid}. */
        GUID,
        /** A {@link Gid}. */
        GID,
        /** A {@link Lid}. */
        LID,
        /** Constant of a {@link WireEnum}. */
        ENUM,
        /** Set of constants of a {@link WireEnum}, one bit each. */
        SET,
        /** Nested structure, a view of the same bytes. */
        STRUCTURE
    }

    /** Format of infiniband-diags that differs from the one of the type. */
    public enum Style {
        /** Decimal number. */
        DECIMAL,
        /** Hexadecimal number. */
        HEX
    }

    /** Reads the element at a bit. */
    @FunctionalInterface
    interface Reader {
        Object read(Structure structure, int bit);
    }

    private final String name;
    private final String label;
    private final int bit;
    private final int width;
    private final int count;
    private final Kind kind;
    private final Reader reader;
    private final @Nullable Class<?> type;
    private final int firstMaskBit;
    private final int lastMaskBit;
    private final @Nullable Style style;

    Field(
            String name,
            String label,
            int bit,
            int width,
            int count,
            Kind kind,
            Reader reader,
            @Nullable Class<?> type,
            int firstMaskBit,
            int lastMaskBit,
            @Nullable Style style) {
        this.name = name;
        this.label = label;
        this.bit = bit;
        this.width = width;
        this.count = count;
        this.kind = kind;
        this.reader = reader;
        this.type = type;
        this.firstMaskBit = firstMaskBit;
        this.lastMaskBit = lastMaskBit;
        this.style = style;
    }

    /** Returns this field as an array. */
    Field times(int elements) {
        return new Field(name, label, bit, width, elements, kind, reader, type, firstMaskBit, lastMaskBit, style);
    }

    /** Returns this field with its bits in the component mask. */
    Field mask(int first, int last) {
        return new Field(name, label, bit, width, count, kind, reader, type, first, last, style);
    }

    /** Returns this field with another style. */
    Field print(Style otherStyle) {
        return new Field(name, label, bit, width, count, kind, reader, type, firstMaskBit, lastMaskBit, otherStyle);
    }

    /** Returns the name of the accessor. */
    public String name() {
        return name;
    }

    /** Returns the label in the output of infiniband-diags; {@code #} stands for the index of an element. */
    public String label() {
        return label;
    }

    /** Returns the first bit; bit 0 is the most significant bit of byte 0. */
    public int bit() {
        return bit;
    }

    /** Returns the width of one element in bits. */
    public int width() {
        return width;
    }

    /** Returns the number of elements; 1 unless the field is an array. */
    public int count() {
        return count;
    }

    /** Returns the type of the field or of its elements. */
    public Kind kind() {
        return kind;
    }

    /** Returns the style of infiniband-diags if it differs from the one of the type; else null. */
    public @Nullable Style style() {
        return style;
    }

    /** Returns whether the accessors take an index. Text and bytes are single values. */
    public boolean isArray() {
        return count > 1 && kind != Kind.TEXT && kind != Kind.BYTES;
    }

    /** Returns whether the field holds a key, such as an M_Key or SM_Key. Logs and JSON documents omit its value. */
    public boolean isSecret() {
        return SECRETS.contains(name);
    }

    /** Returns whether the field holds a key other than 0 in this structure. */
    public boolean hides(Structure structure) {
        return isSecret() && !isZero(structure);
    }

    private boolean isZero(Structure structure) {
        byte[] bytes = structure.toBytes();
        for (int at = bit / Byte.SIZE; at < (bit + width * count) / Byte.SIZE; at++) {
            if (bytes[at] != 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the layout of a nested structure.
     *
     * @throws IllegalStateException if the field is not a nested structure
     */
    public Layout<?> layout() {
        if (type == null || kind != Kind.STRUCTURE) {
            throw new IllegalStateException(name + " is not a structure");
        }
        return Layout.forType(type.asSubclass(Structure.class));
    }

    /** Returns the constants of an enumeration or set; empty for other types. */
    public List<WireEnum> constants() {
        if (type == null || kind == Kind.STRUCTURE) {
            return List.of();
        }
        return Arrays.stream(type.getEnumConstants())
                .map(WireEnum.class::cast)
                .filter(constant -> constant.code() != -1)
                .toList();
    }

    /** Returns the first bit in the component mask of a record, or -1. */
    public int maskBit() {
        return firstMaskBit;
    }

    /** Returns all bits in the component mask, relative to the structure. */
    long componentMask() {
        return firstMaskBit < 0 ? 0 : (-1L >>> (63 - lastMaskBit + firstMaskBit)) << firstMaskBit;
    }

    /** Returns the bits of one element; the elements of an array may share a bit. */
    long componentMask(int index) {
        return firstMaskBit == lastMaskBit ? componentMask() : 1L << (firstMaskBit + index);
    }

    /** Returns the value as its accessor does: a number as {@link Long}, an array as a list. */
    public Object value(Structure structure) {
        if (!isArray()) {
            return reader.read(structure, bit);
        }
        List<Object> elements = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            elements.add(value(structure, index));
        }
        return List.copyOf(elements);
    }

    /** Returns one element of an array. */
    public Object value(Structure structure, int index) {
        return reader.read(structure, bit + width * index);
    }

    /**
     * Writes one element, or at index 0 a field that is not an array. Accepts the type that {@link #value} returns, and
     * a {@link Long} for each type that is a number on the wire.
     *
     * @throws IllegalArgumentException if the value does not fit; the message names the field
     * @throws UnsupportedOperationException if the structure is read-only
     * @throws ClassCastException if the value has another type
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public void set(Structure structure, int index, Object value) {
        int at = bit + width * Objects.checkIndex(index, isArray() ? count : 1);
        switch (kind) {
            case GID -> structure.gid(name, at, (Gid) value);
            case TEXT -> structure.text(name, at, count, (String) value);
            case BYTES -> structure.bytes(name, at, count, (byte[]) value);
            case STRUCTURE -> structure.nested(name, at, (Structure) value);
            case UNSIGNED, HEX, GUID, LID, ENUM, SET -> structure.set(name, at, width, number(value));
        }
    }

    private static long number(Object value) {
        if (value instanceof Guid guid) {
            return guid.bits();
        }
        if (value instanceof Lid lid) {
            return lid.bits();
        }
        if (value instanceof WireEnum constant) {
            return Integer.toUnsignedLong(constant.code());
        }
        if (value instanceof Set<?> constants) {
            return constants.stream().mapToLong(Field::number).reduce(0, (all, one) -> all | one);
        }
        return (Long) value;
    }

    /**
     * Returns the bits of a field of up to 64 bits.
     *
     * @throws IllegalStateException if the field is wider
     */
    public long bits(Structure structure) {
        if (width * count > 64) {
            throw new IllegalStateException(name + " has " + width * count + " bits");
        }
        return structure.bits(bit, width * count);
    }

    /** Returns the bits of one element. */
    long bits(Structure structure, int index) {
        return structure.bits(bit + width * index, width);
    }

    /** Returns the value as text on one line. */
    public String text(Structure structure) {
        Object found = value(structure);
        return found instanceof List<?> elements
                ? elements.stream().map(this::text).collect(Collectors.joining(", ", "[", "]"))
                : text(found);
    }

    /** Returns a value of this type as text on one line. */
    String text(Object found) {
        return switch (kind) {
            case HEX -> hex((Long) found, width);
            case UNSIGNED -> Long.toUnsignedString((Long) found);
            case BYTES -> HexFormat.of().formatHex((byte[]) found);
            default -> String.valueOf(found);
        };
    }

    /** Returns a number with the digits of its full width. */
    static String hex(long value, int width) {
        return String.format("0x%0" + (width + 7) / 8 * 2 + "x", value);
    }
}
