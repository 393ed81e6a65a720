package io.verbena.gsi;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairState;
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

/**
 * The UD queue pair of one partition, with its receive buffer. A slot holds the global route header followed by the
 * datagram.
 *
 * <p>The Q_Key of the general services is well known, so any node can send packets of any length. Slots hold the
 * longest packet, because a longer one would move the queue pair to the ERROR state. A queue pair in the ERROR state is
 * restarted with the same number. The IDs of receives contain the number of restarts, so that a stale completion does
 * not release a slot.
 */
final class GsiQueuePair {
    static final int SLOTS = 256;

    /** Maximum payload of any link. */
    private static final int MAX_PAYLOAD = 4096;

    private static final int SLOT = GlobalRouteHeader.LENGTH + MAX_PAYLOAD;
    private static final int ID_BITS = 16;
    private static final int ID_MASK = (1 << ID_BITS) - 1;

    final int partitionKeyIndex;
    private final int firstId;
    final QueuePair pair;
    private final ByteBuffer memory = ByteBuffer.allocateDirect(SLOTS * SLOT);
    private final ByteBuffer header = memory.duplicate();
    private final MemoryRegion region;
    private final ReceiveRequests receives;
    private final QueuePairSetup setup;

    /** Number of restarts; used by the receiving thread only. */
    private long restarts;

    /**
     * Creates a queue pair that is not started.
     *
     * @param port port of the device
     * @param number index in the channel, with which the IDs of its receives begin
     */
    GsiQueuePair(
            ProtectionDomain domain,
            int port,
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
        this.setup =
                QueuePairSetup.port(port).partitionKeyIndex(partitionKeyIndex).queueKey((int) MadAddress.GSI_QUEUE_KEY);
    }

    /** Moves the queue pair to the states that receive and send. */
    void start() {
        pair.initialise(setup);
        for (int slot = 0; slot < SLOTS; slot++) {
            release(slot);
        }
        postReceives();
        pair.connect(setup);
    }

    /** Restarts the queue pair if it is in the ERROR state. Returns whether it was. */
    boolean restartIfFailed() {
        if (pair.state() != QueuePairState.ERROR) {
            return false;
        }
        restarts++;
        receives.clear();
        pair.reset();
        start();
        return true;
    }

    /** Resumes sending after a failed send, which does not affect receiving (IBA 10.3.1). */
    void resumeSending() {
        if (pair.state() == QueuePairState.SEND_QUEUE_ERROR) {
            pair.modify(new QueuePairAttributes().state(QueuePairState.READY_TO_SEND));
        }
    }

    /** Returns whether a receive with this ID was posted since the last restart. */
    boolean isCurrent(long id) {
        return id >>> ID_BITS == restarts;
    }

    /** Returns the index of the queue pair that posted a receive with this ID. */
    static int number(long id) {
        return ((int) id & ID_MASK) / SLOTS;
    }

    static int slot(long id) {
        return ((int) id & ID_MASK) % SLOTS;
    }

    /** Returns the global route header of a received packet. */
    ByteBuffer header(int slot) {
        return header.limit((slot * SLOT) + GlobalRouteHeader.LENGTH).position(slot * SLOT);
    }

    /** Returns a received datagram of {@code length} bytes, including the global route header. */
    ByteBuffer datagram(int slot, int length) {
        int at = slot * SLOT;
        return memory.limit(at + length).position(at + GlobalRouteHeader.LENGTH);
    }

    /** Releases a slot, which the next {@link #postReceives} posts again. */
    void release(int slot) {
        receives.receive(restarts << ID_BITS | firstId + slot).segment(region, (long) slot * SLOT, SLOT);
    }

    void postReceives() {
        pair.post(receives);
    }
}
