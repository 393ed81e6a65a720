package io.verbena.verbs.flow;

import io.verbena.iba.Gid;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writes specifications as the C compiler lays them out: a header, the filter with the values, and the filter with the
 * masks. Fields of packets are big endian, all else is as the machine has it.
 */
final class SpecWriter {
    private static final int INNER = 0x100;
    private static final int HEADER = 6;

    private final ByteBuffer record;
    private final int end;
    private boolean masks;

    private SpecWriter(ByteBuffer record, int length) {
        this.record = record;
        this.end = record.position() + length;
    }

    /** Begins one of a type, of so many bytes, whose filters lie on multiples of {@code alignment}. */
    static SpecWriter begin(ByteBuffer record, int type, boolean inner, int length, int alignment) {
        SpecWriter writer = new SpecWriter(record, length);
        record.putInt(inner ? type | INNER : type).putShort((short) length);
        return writer.skip((alignment - HEADER % alignment) % alignment);
    }

    /** Writes the masks from now on. */
    SpecWriter masks() {
        masks = true;
        return this;
    }

    private long pick(FieldMatch match) {
        return masks ? match.mask() : match.value();
    }

    SpecWriter mac(FieldMatch match) {
        long bits = pick(match);
        for (int shift = 40; shift >= 0; shift -= Byte.SIZE) {
            record.put((byte) (bits >>> shift));
        }
        return this;
    }

    SpecWriter u8(FieldMatch match) {
        record.put((byte) pick(match));
        return this;
    }

    SpecWriter be16(FieldMatch match) {
        short bits = (short) pick(match);
        record.putShort(isLittle() ? Short.reverseBytes(bits) : bits);
        return this;
    }

    /** The lowest so many of 32 bits. */
    SpecWriter be32(FieldMatch match, int width) {
        int bits = (int) (pick(match) & -1L >>> (Long.SIZE - width));
        record.putInt(isLittle() ? Integer.reverseBytes(bits) : bits);
        return this;
    }

    SpecWriter be32(FieldMatch match) {
        return be32(match, Integer.SIZE);
    }

    SpecWriter address(AddressMatch match) {
        Gid bits = masks ? match.mask() : match.value();
        for (long half : new long[] {bits.prefix(), bits.interfaceId()}) {
            record.putLong(isLittle() ? Long.reverseBytes(half) : half);
        }
        return this;
    }

    /** A number of this machine. */
    SpecWriter u32(int value) {
        record.putInt(value);
        return this;
    }

    /** An address of this machine. */
    SpecWriter u64(long value) {
        record.putLong(value);
        return this;
    }

    private boolean isLittle() {
        return record.order() == ByteOrder.LITTLE_ENDIAN;
    }

    SpecWriter skip(int bytes) {
        for (int i = 0; i < bytes; i++) {
            record.put((byte) 0);
        }
        return this;
    }

    /** Fills up what the compiler leaves free at the end. */
    void end() {
        skip(end - record.position());
    }
}
