package io.verbena.iba;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Function;

/** One field of a {@link Layout}: where it is, what it holds, and how people read it. Immutable. */
public final class Field {
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
        SET
    }

    private final String name;
    private final String label;
    private final int bit;
    private final int width;
    private final int count;
    private final Kind kind;
    private final int maskBit;
    private final Function<Structure, Object> value;

    private Field(
            String name,
            String label,
            int bit,
            int width,
            int count,
            Kind kind,
            int maskBit,
            Function<Structure, Object> value) {
        this.name = name;
        this.label = label;
        this.bit = bit;
        this.width = width;
        this.count = count;
        this.kind = kind;
        this.maskBit = maskBit;
        this.value = value;
    }

    static Field unsigned(String name, String label, int bit, int width) {
        return new Field(name, label, bit, width, 1, Kind.UNSIGNED, -1, structure -> structure.bits(bit, width));
    }

    static Field hex(String name, String label, int bit, int width) {
        return new Field(name, label, bit, width, 1, Kind.HEX, -1, structure -> structure.bits(bit, width));
    }

    static Field text(String name, String label, int bit, int width, int count) {
        return new Field(name, label, bit, width, count, Kind.TEXT, -1, structure -> structure.text(bit, count));
    }

    static Field bytes(String name, String label, int bit, int width, int count) {
        return new Field(name, label, bit, width, count, Kind.BYTES, -1, structure -> structure.bytes(bit, count));
    }

    static Field guid(String name, String label, int bit, int width) {
        return new Field(name, label, bit, width, 1, Kind.GUID, -1, structure -> Guid.of(structure.u64(bit)));
    }

    static Field gid(String name, String label, int bit, int width) {
        return new Field(name, label, bit, width, 1, Kind.GID, -1, structure -> structure.gid(bit));
    }

    static Field lid(String name, String label, int bit, int width) {
        return new Field(name, label, bit, width, 1, Kind.LID, -1, structure -> Lid.of(structure.u16(bit)));
    }

    static <E extends Enum<E> & WireEnum> Field enumeration(
            String name, String label, int bit, int width, Class<E> type) {
        E[] constants = type.getEnumConstants();
        return new Field(
                name,
                label,
                bit,
                width,
                1,
                Kind.ENUM,
                -1,
                structure -> constant(constants, structure.bits(bit, width)));
    }

    static <E extends Enum<E> & WireEnum> Field set(String name, String label, int bit, int width, Class<E> type) {
        return new Field(
                name,
                label,
                bit,
                width,
                1,
                Kind.SET,
                -1,
                structure -> WireEnum.setOf(type, structure.bits(bit, width)));
    }

    /** The same field with its bit in the component mask. */
    Field mask(int bitInMask) {
        return new Field(name, label, bit, width, count, kind, bitInMask, value);
    }

    private static <E extends WireEnum> E constant(E[] constants, long code) {
        return Arrays.stream(constants)
                .filter(constant -> constant.code() == code)
                .findFirst()
                .orElse(constants[constants.length - 1]);
    }

    /** The name of the accessor. */
    public String name() {
        return name;
    }

    /** The name that infiniband-diags prints. */
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

    /** What the field holds. */
    public Kind kind() {
        return kind;
    }

    /** The bit in the component mask of an SA record, or -1. */
    public int maskBit() {
        return maskBit;
    }

    /** The value as the accessor of the same name returns it; numbers as {@link Long}. */
    public Object value(Structure structure) {
        return value.apply(structure);
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

    /** The value on one line, for people. */
    public String text(Structure structure) {
        Object found = value(structure);
        return switch (kind) {
            case HEX -> String.format("0x%0" + (width + 7) / 8 * 2 + "x", (Long) found);
            case BYTES -> HexFormat.of().formatHex((byte[]) found);
            default -> String.valueOf(found);
        };
    }
}
