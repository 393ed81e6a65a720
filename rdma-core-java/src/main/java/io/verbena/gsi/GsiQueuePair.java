package io.verbena.gsi;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.GlobalRouteHeader;
import io.verbena.spi.MadAddress;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.ReceiveRequests;
import java.nio.ByteBuffer;

/** The queue pair for datagrams of one partition, with what it receives into: in each slot the global route, then the datagram. */
final class GsiQueuePair {
    static final int SLOTS = 256;

    private static final int SLOT = GlobalRouteHeader.LENGTH + Datagram.LENGTH;

    private final int partitionKeyIndex;
    private final int firstId;
    private final QueuePair pair;
    private final ByteBuffer memory = ByteBuffer.allocateDirect(SLOTS * SLOT);
    private final ByteBuffer header = memory.duplicate();
    private final MemoryRegion region;
    private final ReceiveRequests receives;

    /**
     * One that is to be started.
     *
     * @param number the number among those of its channel, which the IDs of its receives begin with
     */
    GsiQueuePair(
            ProtectionDomain domain,
            int partitionKeyIndex,
            int number,
            CompletionQueue sends,
            CompletionQueue receives) {
        this.partitionKeyIndex = partitionKeyIndex;
        this.firstId = number * SLOTS;
        this.region = domain.register(memory, AccessFlag.LOCAL_WRITE);
        this.pair = domain.queuePair(QueuePairType.UD)
                .completions(sends, receives)
                .capacity(new QueuePairCapacity(SendSlots.SLOTS, SLOTS, 1, 1, 0))
                .create();
        this.receives = pair.receiveRequests(SLOTS);
    }

    /** Lets it send and receive by a port. */
    void start(int port) {
        QueuePairSetup setup =
                QueuePairSetup.port(port).partitionKeyIndex(partitionKeyIndex).queueKey((int) MadAddress.GSI_QUEUE_KEY);
        pair.initialise(setup);
        for (int slot = 0; slot < SLOTS; slot++) {
            giveBack(slot);
        }
        postReceives();
        pair.connect(setup);
    }

    QueuePair pair() {
        return pair;
    }

    int partitionKeyIndex() {
        return partitionKeyIndex;
    }

    /** Which of the queue pairs of a channel a receive with this ID is of. */
    static int number(long id) {
        return (int) id / SLOTS;
    }

    /** The slot that a receive with this ID went into. */
    static int slot(long id) {
        return (int) id % SLOTS;
    }

    /** The global route header of what was received, where there is one. */
    ByteBuffer header(int slot) {
        return header.limit((slot * SLOT) + GlobalRouteHeader.LENGTH).position(slot * SLOT);
    }

    /** The datagram of so many bytes, with the header, that was received. */
    ByteBuffer datagram(int slot, int length) {
        int at = slot * SLOT;
        return memory.limit(at + length).position(at + GlobalRouteHeader.LENGTH);
    }

    /** The slot is free again, as soon as {@link #postReceives} is called. */
    void giveBack(int slot) {
        receives.receive(firstId + slot).segment(region, (long) slot * SLOT, SLOT);
    }

    void postReceives() {
        pair.post(receives);
    }
}
