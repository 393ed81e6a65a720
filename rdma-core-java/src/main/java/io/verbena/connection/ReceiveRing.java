package io.verbena.connection;

import static io.verbena.connection.Reporting.WithoutFuture.CHANNEL;

import java.nio.ByteBuffer;

/** The slots that messages are received into, posted again in any order when they are released. Guarded by the lock of the channel. */
final class ReceiveRing {
    private final RdmaConnection connection;
    private final LocalBuffer memory;
    private final ByteBuffer bytes;
    private final int slotLength;

    /** The slots of the receives that are posted, by their numbers. */
    private final int[] slots;

    ReceiveRing(RdmaConnection connection, int slots, int slotBytes) {
        this.connection = connection;
        this.slotLength = MessageHeader.BYTES + slotBytes;
        this.memory = connection.allocate(Math.multiplyExact(slots, slotLength));
        this.bytes = memory.bytes();
        this.slots = new int[slots];
    }

    void postAll() {
        for (int slot = 0; slot < slots.length; slot++) {
            post(slot);
        }
    }

    void post(int slot) {
        long request = connection.receiving(CHANNEL).receive(memory, slot * slotLength, slotLength, CHANNEL);
        slots[(int) (request % slots.length)] = slot;
    }

    /** Returns the slot of a completed receive. */
    int slot(long request) {
        return slots[(int) (request % slots.length)];
    }

    MessageHeader header(int slot, int received, int largest) {
        return MessageHeader.decode(bytes, slot * slotLength, received, largest);
    }

    /** Returns the message in a slot as a view. */
    ByteBuffer message(int slot, int length) {
        return bytes.slice(slot * slotLength + MessageHeader.BYTES, length).asReadOnlyBuffer();
    }
}
