package io.verbena.mad.decode;

import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppHeader;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A received datagram in the receive buffer of its channel, or a reassembled long message. Not thread safe. */
public final class MadMessage {
    private static final int FLAGS = 7;
    private static final int SEGMENT_PAYLOAD = MadFormat.LENGTH - RmppHeader.LENGTH;

    private final ByteBuffer buffer;
    private final int start;
    private final int length;
    private final byte @Nullable [] own;

    private MadMessage(ByteBuffer buffer, byte @Nullable [] own) {
        this.buffer = buffer;
        this.start = buffer.position();
        this.length = buffer.remaining();
        this.own = own;
    }

    /** Returns a view of a buffer that the channel will overwrite. */
    public static MadMessage borrowed(ByteBuffer buffer) {
        return new MadMessage(buffer, null);
    }

    /** Returns a message that takes ownership of the array. */
    public static MadMessage own(byte[] bytes) {
        return new MadMessage(ByteBuffer.wrap(bytes), bytes);
    }

    /** Returns the bytes from the position of the buffer on. Callers must not change them. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** Returns the length in bytes. */
    public int length() {
        return length;
    }

    /** Returns the unsigned byte at this offset. */
    public int u8(int at) {
        return buffer.get(start + at) & 0xff;
    }

    /** Returns the unsigned 16-bit number at this offset. */
    public int u16(int at) {
        return buffer.getShort(start + at) & 0xffff;
    }

    private long u32(int at) {
        return buffer.getInt(start + at) & 0xffffffffL;
    }

    /** Returns the lower half of the transaction ID; the upper half belongs to the kernel. */
    public int transactionId() {
        return (int) fullTransactionId();
    }

    /** Returns the whole transaction ID, as a peer chose it. */
    public long fullTransactionId() {
        return buffer.getLong(start + MadFormat.TRANSACTION_ID);
    }

    /** Returns the status of a response; see {@link MadFormat#status}. */
    public int status() {
        return MadFormat.status(u8(MadFormat.MANAGEMENT_CLASS), u16(MadFormat.STATUS));
    }

    /** Returns whether the ACTIVE flag of RMPP is set. */
    public boolean isRmpp() {
        return length > MadFormat.RMPP_FLAGS && (u8(MadFormat.RMPP_FLAGS) & RmppFlag.ACTIVE.code()) != 0;
    }

    /** Returns the lower three RMPP flags: active, first and last. */
    public int rmppFlags() {
        return u8(MadFormat.RMPP_FLAGS) & FLAGS;
    }

    /** Returns a copy of {@code count} bytes, padded with zeros beyond the end of the message. */
    public byte[] copy(int from, int count) {
        byte[] bytes = new byte[count];
        int available = Math.max(0, Math.min(count, length - from));
        buffer.get(start + from, bytes, 0, available);
        return bytes;
    }

    /** Returns all bytes; a copy only if the message does not own them. */
    public byte[] whole() {
        return own == null ? copy(0, length) : own;
    }

    /**
     * Returns the length of the data of a reassembled message, behind the header of its first segment (IBA 13.6.2).
     *
     * @param headerLength length of the class header, including the RMPP header
     * @throws IllegalArgumentException if the message is shorter than it claims to be
     */
    public int dataLength(int headerLength) {
        int flags = u8(MadFormat.RMPP_FLAGS);
        long claimed = u32(MadFormat.RMPP_PAYLOAD_LENGTH);
        int arrived = length - headerLength;
        int ownFields = headerLength - RmppHeader.LENGTH;
        boolean last = (flags & RmppFlag.LAST.code()) != 0;
        if ((flags & RmppFlag.FIRST.code()) == 0) {
            throw new IllegalArgumentException(
                    "RMPP flags 0x%x: the message does not begin with its first segment".formatted(flags & FLAGS));
        }
        if (!last && length <= MadFormat.LENGTH) {
            throw new IllegalArgumentException("only the first segment of a message of " + claimed + " bytes");
        }
        if (last && (claimed < ownFields || claimed > SEGMENT_PAYLOAD)) {
            throw new IllegalArgumentException("a payload length of " + claimed + " in the last segment; valid are "
                    + ownFields + " to " + SEGMENT_PAYLOAD);
        }
        if (claimed == 0) {
            return arrived;
        }
        long segments = (claimed + SEGMENT_PAYLOAD - 1) / SEGMENT_PAYLOAD;
        long data = claimed - segments * ownFields;
        if (data < 0 || data > arrived) {
            throw new IllegalArgumentException(
                    "only " + arrived + " bytes of data, although the message claims " + claimed);
        }
        return (int) data;
    }
}
