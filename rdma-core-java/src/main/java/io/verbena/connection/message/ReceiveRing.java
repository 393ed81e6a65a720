package io.verbena.connection.message;

import io.verbena.connection.LocalBuffer;
import io.verbena.connection.RdmaConnection;
import java.nio.ByteBuffer;

/** Where messages are received: slots that are posted again, in any order, when they were taken. Guarded by the lock of the channel. */
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

    /** How long what goes into one may be. */
    int slotLength() {
        return slotLength;
    }

    void postAll() {
        for (int slot = 0; slot < slots.length; slot++) {
            post(slot);
        }
    }

    void post(int slot) {
        long request = connection.raw().receive(memory, slot * slotLength, slotLength);
        slots[(int) (request % slots.length)] = slot;
    }

    /** The slot of a receive that has ended. */
    int slot(long request) {
        return slots[(int) (request % slots.length)];
    }

    MessageHeader header(int slot, int received, int largest) {
        return MessageHeader.decode(bytes, slot * slotLength, received, largest);
    }

    /** The message in a slot, as a view. */
    ByteBuffer message(int slot, int length) {
        return bytes.slice(slot * slotLength + MessageHeader.BYTES, length).asReadOnlyBuffer();
    }
}
