package io.verbena.efa;

import io.verbena.error.ClosingFailures;
import io.verbena.error.RdmaException;
import io.verbena.hca.AccessFlag;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.SendRequests;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The send queue of an endpoint. Each message in flight has a slot of registered memory for its header and, unless the application
 * has registered it, its content. Messages are collected and posted together. Guarded by the lock of the endpoint.
 */
final class SrdSends {
    private static final long SEND = 1L << Integer.SIZE;

    /** Maximum number of messages that are posted together. */
    private static final int BATCH = 16;

    private final QueuePair pair;
    private final ByteBuffer memory;
    private final MemoryRegion region;
    private final int slotBytes;
    private final SendRequests batch;

    /** The channels whose messages are in the slots, and what runs when the device no longer uses registered content. */
    private final @Nullable SrdChannel[] users;

    private final @Nullable Runnable[] callbacks;
    private final int[] free;
    private int freeCount;

    /** The slots of the messages that are not posted yet. */
    private final int[] unposted = new int[BATCH];

    SrdSends(QueuePair pair, ProtectionDomain domain, int slots, int slotBytes) {
        this.pair = pair;
        this.slotBytes = slotBytes;
        this.memory = ByteBuffer.allocateDirect(slots * slotBytes);
        this.region = domain.register(memory, AccessFlag.LOCAL_WRITE);
        this.batch = pair.sendRequests(BATCH);
        this.users = new @Nullable SrdChannel[slots];
        this.callbacks = new @Nullable Runnable[slots];
        this.free = new int[slots];
        for (int slot = 0; slot < slots; slot++) {
            free[freeCount++] = slot;
        }
    }

    static boolean isSend(long id) {
        return (id & SEND) != 0;
    }

    boolean hasRoom() {
        return freeCount > 0;
    }

    /** Takes a slot for a message of a channel, and returns it; there must be room. */
    int take(SrdChannel user) {
        if (batch.size() == BATCH) {
            flush();
        }
        int slot = free[--freeCount];
        users[slot] = user;
        user.inFlight++;
        return slot;
    }

    /** Writes the header of a message into its slot. */
    void header(int slot, int kind, SrdAddress peer, int sequence, int limit, int length, int freed) {
        SrdHeader.write(memory, slot * slotBytes, kind, peer, sequence, limit, length, freed);
    }

    /** Copies bytes into a slot, at an offset in the content of the message. */
    void copy(int slot, int offset, ByteBuffer from, int position, int length) {
        memory.put(slot * slotBytes + SrdHeader.LENGTH + offset, from, position, length);
    }

    /** Adds a message whose content is in its slot. */
    void add(int slot, int length, AddressHandle address, SrdAddress peer) {
        unposted[batch.size()] = slot;
        SendRequests unused = batch.send(SEND | slot)
                .segment(region, (long) slot * slotBytes, SrdHeader.LENGTH + length)
                .to(address, peer.queuePair(), peer.queueKey());
    }

    /** Adds a message whose content is in memory that the application has registered. */
    void add(int slot, long content, int length, int key, Runnable sent, AddressHandle address, SrdAddress peer) {
        unposted[batch.size()] = slot;
        callbacks[slot] = sent;
        SendRequests unused = batch.send(SEND | slot)
                .segment(region, (long) slot * slotBytes, SrdHeader.LENGTH)
                .segment(content, length, key)
                .to(address, peer.queuePair(), peer.queueKey());
    }

    /** Adds a run that is written into the ring of the peer, and returns the request, to which the caller adds the memory. */
    SendRequests addRun(int slot, int sequence, Runnable sent, SrdRings rings, AddressHandle address, SrdAddress peer) {
        unposted[batch.size()] = slot;
        callbacks[slot] = sent;
        int immediate = SrdHeader.immediate(peer.channel(), sequence);
        return batch.writeImmediate(SEND | slot, rings.remoteAddress(), rings.remoteKey(), immediate)
                .to(address, peer.queuePair(), peer.queueKey());
    }

    /**
     * Posts the messages that were added. If the device refuses one, none of them is sent, and their channels fail.
     *
     * @throws RdmaException if the device refuses a message
     */
    void flush() {
        int count = batch.size();
        try {
            pair.post(batch);
        } catch (RdmaException e) {
            batch.clear();
            for (int i = 0; i < count; i++) {
                SrdChannel user = users[unposted[i]];
                completed(unposted[i]);
                if (user != null) {
                    user.fail(e);
                }
            }
            throw e;
        }
    }

    /** Returns the channel of a message, whose slot is freed by {@link #completed}. */
    @Nullable SrdChannel user(int slot) {
        return users[slot];
    }

    /** Frees the slot of a message that the device has completed. */
    void completed(int slot) {
        SrdChannel user = users[slot];
        Runnable callback = callbacks[slot];
        users[slot] = null;
        callbacks[slot] = null;
        free[freeCount++] = slot;
        if (user != null) {
            user.sent();
        }
        if (callback != null) {
            callback.run();
        }
    }

    /** Frees the memory, and gives back that of the application, once the queue pair is destroyed. */
    void close(ClosingFailures failures) {
        failures.close(region);
        for (int slot = 0; slot < callbacks.length; slot++) {
            SrdChannel user = users[slot];
            if (user != null) {
                user.closeResources(failures);
            }
            Runnable callback = callbacks[slot];
            callbacks[slot] = null;
            if (callback != null) {
                failures.attempt(callback);
            }
        }
    }
}
