package io.verbena.iba;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A structure in its wire format, which accessors read and write in place: big-endian, with fields at bit offsets.
 *
 * <p>Received structures are read-only; {@link Layout#copy} returns a writable copy. Structures are equal if type and
 * bytes are equal. Concurrent reads are safe; writes need external synchronization.
 */
public abstract class Structure {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] bytes;
    private final int offset;
    private final boolean readOnly;

    /** Creates a writable structure of zeros. */
    protected Structure(int length) {
        this(new byte[length], 0, length, false);
    }

    /** Creates a view of {@code length} bytes from {@code offset} on. */
    protected Structure(byte[] bytes, int offset, int length, boolean readOnly) {
        if (offset < 0 || bytes.length - offset < length) {
            throw new IllegalArgumentException(getClass().getSimpleName() + " has " + length + " bytes, but only "
                    + Math.max(0, bytes.length - offset) + " are given");
        }
        this.bytes = bytes;
        this.offset = offset;
        this.readOnly = readOnly;
    }

    /** Returns the layout of this structure. */
    public abstract Layout<? extends Structure> layout();

    /** Returns whether setters are rejected. */
    public final boolean isReadOnly() {
        return readOnly;
    }

    /** Returns a copy of the bytes. */
    public final byte[] toBytes() {
        return Arrays.copyOfRange(bytes, offset, offset + layout().length());
    }

    /** Copies the bytes to {@code target} from {@code position} on. */
    public final void copyTo(byte[] target, int position) {
        System.arraycopy(bytes, offset, target, position, layout().length());
    }

    /** Returns the byte at {@code bit}. */
    protected final int u8(int bit) {
        return bytes[offset + (bit >>> 3)] & 0xff;
    }

    /** Returns the two bytes at {@code bit}. */
    protected final int u16(int bit) {
        return (short) SHORT.get(bytes, offset + (bit >>> 3)) & 0xffff;
    }

    /** Returns the four bytes at {@code bit}. */
    protected final long u32(int bit) {
        return (int) INT.get(bytes, offset + (bit >>> 3)) & 0xffffffffL;
    }

    /** Returns the eight bytes at {@code bit}. */
    protected final long u64(int bit) {
        return (long) LONG.get(bytes, offset + (bit >>> 3));
    }

    /** Returns {@code width} bits, 1 to 64, which extend over at most eight bytes. */
    protected final long bits(int bit, int width) {
        int last = bit + width - 1;
        long value = 0;
        for (int at = bit >>> 3; at <= last >>> 3; at++) {
            value = value << 8 | (bytes[offset + at] & 0xff);
        }
        return value >>> (7 - (last & 7)) & mask(width);
    }

    /**
     * Writes {@code width} bits.
     *
     * @param name name of the field, for the message if the value does not fit
     */
    protected final void set(String name, int bit, int width, long value) {
        requireWritable(name);
        if ((value & ~mask(width)) != 0) {
            throw new IllegalArgumentException(layout().name() + "." + name + " has " + width + " bits; "
                    + Long.toUnsignedString(value) + " is over " + Long.toUnsignedString(mask(width)));
        }
        int last = bit + width - 1;
        long rest = value;
        if ((bit & 7) == 0 && (width & 7) == 0) {
            for (int at = last >>> 3; at >= bit >>> 3; at--) {
                bytes[offset + at] = (byte) rest;
                rest >>>= Byte.SIZE;
            }
            return;
        }
        int shift = 7 - (last & 7);
        for (int at = last >>> 3; at >= bit >>> 3; at--) {
            int from = Math.max(bit, at * 8);
            int upTo = Math.min(last, at * 8 + 7);
            int part = (1 << (upTo - from + 1)) - 1;
            int kept = bytes[offset + at] & ~(part << shift);
            bytes[offset + at] = (byte) (kept | (int) (rest & part) << shift);
            rest >>>= upTo - from + 1;
            shift = 0;
        }
    }

    /** Returns the GID at {@code bit}. */
    protected final Gid gid(int bit) {
        return new Gid(u64(bit), u64(bit + 64));
    }

    /** Writes a GID. */
    protected final void gid(String name, int bit, Gid value) {
        set(name, bit, 64, value.prefix());
        set(name, bit + 64, 64, value.interfaceId());
    }

    /** Returns a copy of {@code count} bytes. */
    protected final byte[] bytes(int bit, int count) {
        int from = offset + (bit >>> 3);
        return Arrays.copyOfRange(bytes, from, from + count);
    }

    /** Writes {@code count} bytes. */
    protected final void bytes(String name, int bit, int count, byte[] value) {
        requireWritable(name);
        if (value.length != count) {
            throw new IllegalArgumentException(
                    layout().name() + "." + name + " has " + count + " bytes; " + value.length + " are given");
        }
        System.arraycopy(value, 0, bytes, offset + (bit >>> 3), count);
    }

    /** Returns UTF-8 text up to the first zero byte. */
    protected final String text(int bit, int count) {
        int from = offset + (bit >>> 3);
        int end = from;
        while (end < from + count && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }

    /** Writes UTF-8 text, padded with zeros. */
    protected final void text(String name, int bit, int count, String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > count) {
            throw new IllegalArgumentException(layout().name() + "." + name + " has " + count + " bytes; the text '"
                    + value + "' has " + utf8.length);
        }
        bytes(name, bit, count, Arrays.copyOf(utf8, count));
    }

    /** Returns a view of a nested structure, which is writable if this structure is. */
    protected final <T extends Structure> T nested(Layout<T> layout, int bit) {
        int from = offset + (bit >>> 3);
        return readOnly ? layout.wrap(bytes, from) : layout.wrapWritable(bytes, from);
    }

    /** Writes a nested structure. */
    protected final void nested(String name, int bit, Structure value) {
        requireWritable(name);
        value.copyTo(bytes, offset + (bit >>> 3));
    }

    private void requireWritable(String name) {
        if (readOnly) {
            throw new UnsupportedOperationException(
                    layout().name() + "." + name + ": a received structure is read-only; change a copy of it");
        }
    }

    private static long mask(int width) {
        return -1L >>> (64 - width);
    }

    @Override
    public final boolean equals(Object other) {
        if (!(other instanceof Structure that) || that.getClass() != getClass()) {
            return false;
        }
        int length = layout().length();
        return Arrays.equals(bytes, offset, offset + length, that.bytes, that.offset, that.offset + length);
    }

    @Override
    public final int hashCode() {
        int hash = 1;
        for (int at = offset; at < offset + layout().length(); at++) {
            hash = 31 * hash + bytes[at];
        }
        return hash;
    }

    /** Returns all fields on one line, {@code NodeInfo[baseVersion=1, …]}. Keys are hidden. */
    @Override
    public final String toString() {
        StringBuilder text = new StringBuilder(layout().name()).append('[');
        String separator = "";
        for (Field field : layout().fields()) {
            String value = field.hides(this) ? "hidden" : field.text(this);
            text.append(separator).append(field.name()).append('=').append(value);
            separator = ", ";
        }
        return text.append(']').toString();
    }
}
