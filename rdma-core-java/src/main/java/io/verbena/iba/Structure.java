package io.verbena.iba;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A structure as it is on the wire, read and written in place: big endian, fields by their bit offset.
 *
 * <p>What was received refuses writes; {@link Layout#copy} gives a form that can be changed. Two structures are equal
 * when they have the same type and the same bytes. Reading is safe from any thread, writing from one at a time.
 */
public abstract class Structure {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] bytes;
    private final int offset;
    private final boolean readOnly;

    /** A structure of zeros that can be written. */
    protected Structure(int length) {
        this(new byte[length], 0, length, false);
    }

    /** A view of {@code length} bytes from {@code offset} on; nothing is copied. */
    protected Structure(byte[] bytes, int offset, int length, boolean readOnly) {
        if (offset < 0 || bytes.length - offset < length) {
            throw new IllegalArgumentException(getClass().getSimpleName() + " has " + length + " bytes, but only "
                    + Math.max(0, bytes.length - offset) + " are given");
        }
        this.bytes = bytes;
        this.offset = offset;
        this.readOnly = readOnly;
    }

    /** The fields of this structure. */
    public abstract Layout<? extends Structure> layout();

    /** Whether setters are refused. */
    public final boolean isReadOnly() {
        return readOnly;
    }

    /** A copy of the bytes. */
    public final byte[] toBytes() {
        return Arrays.copyOfRange(bytes, offset, offset + layout().length());
    }

    /** Copies the bytes to {@code target} from {@code position} on. */
    public final void copyTo(byte[] target, int position) {
        System.arraycopy(bytes, offset, target, position, layout().length());
    }

    /** The byte that holds {@code bit}, which is its first. */
    protected final int u8(int bit) {
        return bytes[offset + (bit >>> 3)] & 0xff;
    }

    /** The two bytes from {@code bit} on. */
    protected final int u16(int bit) {
        return (short) SHORT.get(bytes, offset + (bit >>> 3)) & 0xffff;
    }

    /** The four bytes from {@code bit} on. */
    protected final long u32(int bit) {
        return (int) INT.get(bytes, offset + (bit >>> 3)) & 0xffffffffL;
    }

    /** The eight bytes from {@code bit} on. */
    protected final long u64(int bit) {
        return (long) LONG.get(bytes, offset + (bit >>> 3));
    }

    /** Any {@code width} bits, 1 to 64, that lie in at most eight bytes. */
    protected final long bits(int bit, int width) {
        int last = bit + width - 1;
        long value = 0;
        for (int at = bit >>> 3; at <= last >>> 3; at++) {
            value = value << 8 | (bytes[offset + at] & 0xff);
        }
        return value >>> (7 - (last & 7)) & mask(width);
    }

    /** Writes {@code width} bits; the name is for the message if the value does not fit. */
    protected final void set(String name, int bit, int width, long value) {
        requireWritable(name);
        if ((value & ~mask(width)) != 0) {
            throw new IllegalArgumentException(layout().name() + "." + name + " has " + width + " bits; "
                    + Long.toUnsignedString(value) + " is over " + Long.toUnsignedString(mask(width)));
        }
        int last = bit + width - 1;
        int shift = 7 - (last & 7);
        long rest = value;
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

    /** The GID in the sixteen bytes from {@code bit} on. */
    protected final Gid gid(int bit) {
        return new Gid(u64(bit), u64(bit + 64));
    }

    /** Writes a GID. */
    protected final void gid(String name, int bit, Gid value) {
        set(name, bit, 64, value.prefix());
        set(name, bit + 64, 64, value.interfaceId());
    }

    /** {@code count} bytes, copied. */
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

    /** UTF-8 text up to the first zero byte. */
    protected final String text(int bit, int count) {
        int from = offset + (bit >>> 3);
        int end = from;
        while (end < from + count && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }

    /** Writes UTF-8 text and fills up with zeros. */
    protected final void text(String name, int bit, int count, String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > count) {
            throw new IllegalArgumentException(layout().name() + "." + name + " has " + count + " bytes; the text '"
                    + value + "' has " + utf8.length);
        }
        bytes(name, bit, count, Arrays.copyOf(utf8, count));
    }

    /** A view of the structure that lies in this one; it can be written if this one can. */
    protected final <T extends Structure> T nested(Layout<T> layout, int bit) {
        int from = offset + (bit >>> 3);
        return readOnly ? layout.wrap(bytes, from) : layout.wrapWritable(bytes, from);
    }

    /** Writes a structure that lies in this one. */
    protected final void nested(String name, int bit, Structure value) {
        requireWritable(name);
        value.copyTo(bytes, offset + (bit >>> 3));
    }

    private void requireWritable(String name) {
        if (readOnly) {
            throw new UnsupportedOperationException(
                    layout().name() + "." + name + ": what was received refuses writes; change a copy of it");
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

    /** All fields on one line, {@code NodeInfo[baseVersion=1, …]}; a key is only said to be there. */
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
