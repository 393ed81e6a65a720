package io.verbena.connection.message;

import io.verbena.connection.LocalBuffer;
import io.verbena.connection.RawRequests;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.ScatterGather;
import java.nio.ByteBuffer;

/**
 * Where messages lie while they are sent: slots that are used, and free again, in their order. Of the end of every fourth
 * part of them the device tells, and not of each: being told costs as much as sending a short message. Guarded by the lock of
 * the channel.
 */
final class SendRing {
    private final RdmaConnection connection;
    private final LocalBuffer memory;
    private final ByteBuffer bytes;
    private final ScatterGather parts = new ScatterGather(2);
    private final int slots;
    private final int slotLength;
    private int together;

    /** The requests that use the slots. */
    private final long[] requests;

    private long sent;
    private long ended;

    /** How many were sent since the last of whose end the device tells. */
    private int untold;

    SendRing(RdmaConnection connection, int slots, int slotBytes) {
        this.connection = connection;
        this.slots = slots;
        this.together = Math.max(1, slots / 4);
        this.requests = new long[slots];
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

    /** A request has ended, and so have those before it. */
    void ended(long request) {
        while (ended < sent && requests[place(ended)] <= request) {
            ended++;
        }
    }

    /** From the next one on the device tells of each, so that this is idle at last. */
    void tellOfEach() {
        together = 1;
    }

    private int place(long number) {
        return (int) (number % slots);
    }

    private int offset() {
        return place(sent) * slotLength;
    }

    /** Sends the parts of a message, one behind the other, up to their limits. */
    void sendShort(ByteBuffer[] parts, int length, int credits) {
        int at = offset();
        MessageHeader.encode(bytes, at, MessageHeader.Kind.SHORT, credits, length, 0, 0, 0);
        int to = at + MessageHeader.BYTES;
        for (ByteBuffer part : parts) {
            bytes.put(to, part, part.position(), part.remaining());
            to += part.remaining();
        }
        send(at, MessageHeader.BYTES + length);
    }

    /** Sends a message from where it lies, behind a header of here; the number of the request, of whose end the device tells. */
    long sendInPlace(LocalBuffer buffer, int offset, int length, int credits) {
        int at = offset();
        MessageHeader.encode(bytes, at, MessageHeader.Kind.SHORT, credits, length, 0, 0, 0);
        parts.clear().add(memory, at, MessageHeader.BYTES).add(buffer, offset, length);
        untold = 0;
        return sent(connection.raw().send(parts));
    }

    void send(MessageHeader.Kind kind, int credits, long length, long id, long address, int key) {
        int at = offset();
        MessageHeader.encode(bytes, at, kind, credits, length, id, address, key);
        send(at, MessageHeader.BYTES);
    }

    private void send(int at, int length) {
        boolean isTold = ++untold >= together;
        RawRequests requesting = isTold ? connection.raw() : connection.unsignaled();
        sent(requesting.send(memory, at, length));
        untold = isTold ? 0 : untold;
    }

    private long sent(long request) {
        requests[place(sent++)] = request;
        return request;
    }
}
