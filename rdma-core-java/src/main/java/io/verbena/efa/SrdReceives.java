package io.verbena.efa;

import io.verbena.error.ClosingFailures;
import io.verbena.hca.AccessFlag;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The receive queue of an endpoint. Each channel reserves slots for all messages that its peer may send, which any message may use.
 * Memory is registered when there are more channels than ever before. Guarded by the lock of the endpoint.
 */
final class SrdReceives {
    /**
     * The slots of a channel beyond its window: for limits, of which at most two because of messages and two because of the ring are
     * not taken, a probe, and two ends.
     */
    static final int EXTRA = 7;

    private static final int BATCH = 16;

    private final SrdEndpoint endpoint;
    private final QueuePair pair;
    private final ProtectionDomain domain;
    private final int slotsOfChannel;
    private final int slotBytes;
    private final ReceiveRequests batch;

    /** The regions of the memory, each with as many slots as a channel reserves, and the slots. */
    private final List<MemoryRegion> regions = new ArrayList<>();

    private final List<ByteBuffer> memory = new ArrayList<>();
    private final List<SrdMessage> messages = new ArrayList<>();

    /** The lengths of the runs that slots stand for; 0 for a message, which lies in its slot. */
    private int[] runs = {};

    /** The number of reservations of closed channels. */
    private int spare;

    /** Whether receives were added that no limit announces, so that nothing else posts them. */
    private boolean unannounced;

    SrdReceives(SrdEndpoint endpoint, QueuePair pair, ProtectionDomain domain, int window, int slotBytes) {
        this.endpoint = endpoint;
        this.pair = pair;
        this.domain = domain;
        this.slotsOfChannel = window + EXTRA;
        this.slotBytes = slotBytes;
        this.batch = pair.receiveRequests(BATCH);
    }

    /** Posts the receives of another channel, unless those of a closed channel are there. */
    void reserve() {
        if (spare > 0) {
            spare--;
            return;
        }
        ByteBuffer more = ByteBuffer.allocateDirect(slotsOfChannel * slotBytes);
        regions.add(domain.register(more, AccessFlag.LOCAL_WRITE));
        runs = Arrays.copyOf(runs, runs.length + slotsOfChannel);
        for (int i = 0; i < slotsOfChannel; i++) {
            ByteBuffer slot = more.slice(i * slotBytes, slotBytes);
            memory.add(slot);
            ByteBuffer content = slot.slice(SrdHeader.LENGTH, slotBytes - SrdHeader.LENGTH);
            messages.add(new SrdMessage(endpoint, messages.size(), content));
            post(messages.size() - 1);
        }
        flush();
    }

    /** Takes back the reservation of a channel. */
    void release() {
        unannounced = true;
        spare++;
    }

    /** Adds the receive of a slot that no limit announces, because it held no message that a channel has delivered. */
    void postUnannounced(int slot) {
        unannounced = true;
        post(slot);
    }

    /** Posts the receives that were added, if no limit announces one of them. */
    void flushUnannounced() {
        if (unannounced) {
            flush();
        }
    }

    /** Adds the receive of a slot. It is posted at the latest before the peer learns of it. */
    void post(int slot) {
        if (batch.size() == BATCH) {
            flush();
        }
        runs[slot] = 0;
        ReceiveRequests unused = batch.receive(slot)
                .segment(regions.get(slot / slotsOfChannel), (long) slot % slotsOfChannel * slotBytes, slotBytes);
    }

    /** Posts the receives that were added. */
    void flush() {
        unannounced = false;
        if (batch.size() > 0) {
            pair.post(batch);
        }
    }

    /** Returns the memory of a slot, which begins with the header. */
    ByteBuffer memory(int slot) {
        return memory.get(slot);
    }

    int length(int slot) {
        return isRun(slot) ? runs[slot] : SrdHeader.length(memory(slot));
    }

    /** Returns whether a slot stands for a run, which lies in the ring of its channel. */
    boolean isRun(int slot) {
        return runs[slot] != 0;
    }

    /** Lets a slot stand for a run of some bytes, which has consumed its receive. */
    void run(int slot, int length) {
        runs[slot] = length;
    }

    SrdMessage message(int slot) {
        return messages.get(slot);
    }

    /** Frees the memory, once the queue pair is destroyed. */
    void close(ClosingFailures failures) {
        failures.closeAll(regions);
    }
}
