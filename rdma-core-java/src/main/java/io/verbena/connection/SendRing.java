package io.verbena.connection;

import static io.verbena.connection.Reporting.WithoutFuture.CHANNEL;
import static io.verbena.connection.Reporting.WithoutFuture.CHANNEL_UNSIGNALED;

import java.nio.ByteBuffer;

/**
 * The memory of messages while they are sent: slots that are used and freed in their order. The device reports one completion
 * for every quarter of the slots, because a completion costs as much as a short message. Guarded by the lock of the channel.
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

    /** The number of sends since the last signaled one. */
    private int unsignaled;

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

    /** Frees the slots of a completed request and of those before it. */
    void ended(long request) {
        while (ended < sent && requests[place(ended)] <= request) {
            ended++;
        }
    }

    /** Requests a completion for each further send, so that this becomes idle. */
    void signalEach() {
        together = 1;
    }

    private int place(long number) {
        return (int) (number % slots);
    }

    private int offset() {
        return place(sent) * slotLength;
    }

    /** Sends a copy of the parts of a message, one behind the other. */
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

    /** Sends a header and a message without copying the message; returns the number of the request, which is signaled. */
    long sendInPlace(LocalBuffer buffer, int offset, int length, int credits) {
        int at = offset();
        MessageHeader.encode(bytes, at, MessageHeader.Kind.SHORT, credits, length, 0, 0, 0);
        parts.clear().add(memory, at, MessageHeader.BYTES).add(buffer, offset, length);
        unsignaled = 0;
        return sent(connection.sending(CHANNEL).send(parts, CHANNEL));
    }

    void send(MessageHeader.Kind kind, int credits, long length, long id, long address, int key) {
        int at = offset();
        MessageHeader.encode(bytes, at, kind, credits, length, id, address, key);
        send(at, MessageHeader.BYTES);
    }

    private void send(int at, int length) {
        boolean isSignaled = ++unsignaled >= together;
        Reporting reporting = isSignaled ? CHANNEL : CHANNEL_UNSIGNALED;
        sent(connection.sending(reporting).send(memory, at, length, reporting));
        unsignaled = isSignaled ? 0 : unsignaled;
    }

    private long sent(long request) {
        requests[place(sent++)] = request;
        return request;
    }
}
