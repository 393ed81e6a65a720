package io.verbena.mad;

import io.verbena.iba.RmppFlag;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What has arrived: a datagram in the ring of its channel, which must be copied to be kept, or a long message. */
final class MadMessage {
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

    /** A message that somebody else will overwrite. */
    static MadMessage borrowed(ByteBuffer buffer) {
        return new MadMessage(buffer, null);
    }

    /** A message that nobody else has. */
    static MadMessage own(byte[] bytes) {
        return new MadMessage(ByteBuffer.wrap(bytes), bytes);
    }

    /** The bytes, from the position on; whoever reads them leaves them as they are. */
    ByteBuffer buffer() {
        return buffer;
    }

    int length() {
        return length;
    }

    int u8(int at) {
        return buffer.get(start + at) & 0xff;
    }

    int u16(int at) {
        return buffer.getShort(start + at) & 0xffff;
    }

    long u32(int at) {
        return buffer.getInt(start + at) & 0xffffffffL;
    }

    /** The transaction ID without its upper half, which belongs to the kernel. */
    int transactionId() {
        return transactionId(buffer);
    }

    static int transactionId(ByteBuffer mad) {
        return (int) mad.getLong(mad.position() + MadCodec.TRANSACTION_ID);
    }

    /** The transaction ID as whoever asked has it. */
    long fullTransactionId() {
        return buffer.getLong(start + MadCodec.TRANSACTION_ID);
    }

    boolean isRmpp() {
        return length > MadCodec.RMPP_FLAGS && (u8(MadCodec.RMPP_FLAGS) & RmppFlag.ACTIVE.code()) != 0;
    }

    /** A copy of some bytes; zeros where it is too short. */
    byte[] copy(int from, int count) {
        byte[] bytes = new byte[count];
        int there = Math.max(0, Math.min(count, length - from));
        buffer.get(start + from, bytes, 0, there);
        return bytes;
    }

    /** All bytes, to be kept. */
    byte[] whole() {
        return own == null ? copy(0, length) : own;
    }
}
