package io.verbena.connection.message;

import io.verbena.connection.LocalBuffer;
import io.verbena.connection.RdmaConnection;
import java.nio.ByteBuffer;

/** Where messages lie while they are sent: slots that are used, and free again, in their order. Guarded by the lock of the channel. */
final class SendRing {
    private final RdmaConnection connection;
    private final LocalBuffer memory;
    private final ByteBuffer bytes;
    private final int slots;
    private final int slotLength;
    private long sent;
    private long ended;

    SendRing(RdmaConnection connection, int slots, int slotBytes) {
        this.connection = connection;
        this.slots = slots;
        this.slotLength = MessageHeader.BYTES + slotBytes;
        this.memory = connection.allocate(Math.multiplyExact(slots, slotLength));
        this.bytes = memory.bytes();
    }

    boolean hasRoom() {
        return sent - ended < slots;
    }

    boolean isIdle() {
        return sent == ended;
    }

    /** A request that used a slot has ended. */
    void ended() {
        ended++;
    }

    private int place() {
        return (int) (sent % slots) * slotLength;
    }

    /** Sends the parts of a message, one behind the other, up to their limits. */
    void sendShort(ByteBuffer[] parts, int length, int credits) {
        int at = place();
        MessageHeader.encode(bytes, at, MessageHeader.Kind.SHORT, credits, length, 0, 0, 0);
        int to = at + MessageHeader.BYTES;
        for (ByteBuffer part : parts) {
            bytes.put(to, part, part.position(), part.remaining());
            to += part.remaining();
        }
        send(at, MessageHeader.BYTES + length);
    }

    void send(MessageHeader.Kind kind, int credits, long length, long id, long address, int key) {
        int at = place();
        MessageHeader.encode(bytes, at, kind, credits, length, id, address, key);
        send(at, MessageHeader.BYTES);
    }

    private void send(int at, int length) {
        connection.raw().send(memory, at, length);
        sent++;
    }
}
