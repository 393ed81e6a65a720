package io.verbena.iba;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One field of a {@link Layout}: where it is, what it holds, and how people read it. Immutable. */
public final class Field {
    private static final Set<String> SECRETS = Set.of("mKey", "smKey", "ccKey", "bKey", "serviceKey");

    /** What a field holds. */
    public enum Kind {
        /** A number that is read in decimal. */
        UNSIGNED,
        /** A number that is read in hexadecimal. */
        HEX,
        /** UTF-8 text, filled up with zeros. */
        TEXT,
        /** Bytes without a meaning of their own. */
        BYTES,
        /** A {@link Guid}. */
        GUID,
        /** A {@link Gid}. */
        GID,
        /** A {@link Lid}. */
        LID,
        /** One constant of a {@link WireEnum}. */
        ENUM,
        /** A set of constants of a {@link WireEnum}, one bit each. */
        SET,
        /** Another structure, as a view of the same bytes. */
        STRUCTURE
    }

    /** How infiniband-diags prints a value whose kind would be printed in another way. */
    public enum Style {
        /** A number in decimal. */
        DECIMAL,
        /** A number in hexadecimal. */
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

    /** The same field as an array. */
    Field times(int elements) {
        return new Field(name, label, bit, width, elements, kind, reader, type, firstMaskBit, lastMaskBit, style);
    }

    /** The same field with its bits in the component mask. */
    Field mask(int first, int last) {
        return new Field(name, label, bit, width, count, kind, reader, type, first, last, style);
    }

    /** The same field in another style. */
    Field print(Style otherStyle) {
        return new Field(name, label, bit, width, count, kind, reader, type, firstMaskBit, lastMaskBit, otherStyle);
    }

    /** The name of the accessor. */
    public String name() {
        return name;
    }

    /** The name that infiniband-diags prints; {@code #} in it stands for the index of an element. */
    public String label() {
        return label;
    }

    /** The first bit; bit 0 is the most significant of byte 0. */
    public int bit() {
        return bit;
    }

    /** The width of one element, in bits. */
    public int width() {
        return width;
    }

    /** The number of elements, 1 unless the field is an array. */
    public int count() {
        return count;
    }

    /** What the field holds, or each of its elements. */
    public Kind kind() {
        return kind;
    }

    /** How infiniband-diags prints it, where that is not told by the kind. */
    public @Nullable Style style() {
        return style;
    }

    /** Whether the accessors take an index. Text and bytes are values of their own. */
    public boolean isArray() {
        return count > 1 && kind != Kind.TEXT && kind != Kind.BYTES;
    }

    /**
     * Whether it holds a key that opens what it protects, such as an M_Key or SM_Key. What is written for others, a log or a
     * JSON document, leaves its value out.
     */
    public boolean isSecret() {
        return SECRETS.contains(name);
    }

    /** Whether it holds such a key in this structure, and not merely none. */
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
     * The layout of a nested structure.
     *
     * @throws IllegalStateException if the field is not one
     */
    public Layout<?> layout() {
        if (type == null || kind != Kind.STRUCTURE) {
            throw new IllegalStateException(name + " is not a structure");
        }
        return Layout.forType(type.asSubclass(Structure.class));
    }

    /** The constants that an enumeration or a set of one can hold; none for other kinds. */
    public List<WireEnum> constants() {
        if (type == null || kind == Kind.STRUCTURE) {
            return List.of();
        }
        return Arrays.stream(type.getEnumConstants())
                .map(WireEnum.class::cast)
                .filter(constant -> constant.code() != -1)
                .toList();
    }

    /** The bit in the component mask of an SA record, the first where it has several, or -1. */
    public int maskBit() {
        return firstMaskBit;
    }

    /** All bits in the component mask; those of a nested structure are counted by it. */
    long componentMask() {
        return firstMaskBit < 0 ? 0 : (-1L >>> (63 - lastMaskBit + firstMaskBit)) << firstMaskBit;
    }

    /** The bits of one element; an array may have one for all. */
    long componentMask(int index) {
        return firstMaskBit == lastMaskBit ? componentMask() : 1L << (firstMaskBit + index);
    }

    /** The value as the accessor of the same name returns it; numbers as {@link Long}, an array as a list. */
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

    /** One element of an array. */
    public Object value(Structure structure, int index) {
        return reader.read(structure, bit + width * index);
    }

    /**
     * Writes one element, or the only one at index 0. A {@link Long} is taken for all that is a number on the wire, else
     * what {@link #value} returns.
     *
     * @throws IllegalArgumentException if the value does not fit; the message names the field
     * @throws UnsupportedOperationException if the structure is read-only
     * @throws ClassCastException if the value is of another type
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
     * The number behind a field of up to 64 bits.
     *
     * @throws IllegalStateException if the field is wider
     */
    public long bits(Structure structure) {
        if (width * count > 64) {
            throw new IllegalStateException(name + " has " + width * count + " bits");
        }
        return structure.bits(bit, width * count);
    }

    /** The number behind one element. */
    long bits(Structure structure, int index) {
        return structure.bits(bit + width * index, width);
    }

    /** The value on one line, for people. */
    public String text(Structure structure) {
        Object found = value(structure);
        return found instanceof List<?> elements
                ? elements.stream().map(this::text).collect(Collectors.joining(", ", "[", "]"))
                : text(found);
    }

    /** One value of this kind on one line. */
    String text(Object found) {
        return switch (kind) {
            case HEX -> hex((Long) found, width);
            case UNSIGNED -> Long.toUnsignedString((Long) found);
            case BYTES -> HexFormat.of().formatHex((byte[]) found);
            default -> String.valueOf(found);
        };
    }

    /** As many digits as the bytes that so many bits fill. */
    static String hex(long value, int width) {
        return String.format("0x%0" + (width + 7) / 8 * 2 + "x", value);
    }
}
