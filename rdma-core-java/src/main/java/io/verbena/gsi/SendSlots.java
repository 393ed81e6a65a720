package io.verbena.gsi;

import io.verbena.error.RdmaException;
import io.verbena.hca.AddressVector;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.spi.GlobalRoute;
import io.verbena.spi.MadAddress;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Send buffer, and the address handles of the datagrams in it. A slot is released when its datagram was sent. Not thread
 * safe.
 *
 * <p>A datagram that could not be sent counts as lost, and its call repeats it. Slots of a queue pair that was reset,
 * which completes nothing, are released by {@link #forget}.
 */
final class SendSlots {
    static final int SLOTS = 64;

    private static final int SLOT_BITS = 6;

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final int MAX_HANDLES = 1024;
    private static final float LOAD_FACTOR = 0.75f;
    private static final GlobalRoute NO_ROUTE = new GlobalRoute(Gid.ZERO, 0, 0, 0, 0);

    private final ProtectionDomain domain;
    private final int port;

    /** Address handles, which are created on first use. The least recently used one is evicted. */
    private final Map<AddressVector, AddressHandle> handles = new LinkedHashMap<>(16, LOAD_FACTOR, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<AddressVector, AddressHandle> eldest) {
            if (size() <= MAX_HANDLES) {
                return false;
            }
            drain();
            eldest.getValue().close();
            return true;
        }
    };

    private final ByteBuffer memory = ByteBuffer.allocateDirect(SLOTS * Datagram.LENGTH);
    private final MemoryRegion region;

    /** The completion queue for queue pairs that send from these slots. */
    final CompletionQueue completions;

    private final CompletionBatch batch;
    private final int[] free = new int[SLOTS];

    /** Queue pair that sends the datagram in each slot; 0 if the slot is free. */
    private final int[] senders = new int[SLOTS];

    /** Number of uses of each slot, which is part of the work request ID. */
    private final long[] uses = new long[SLOTS];

    /** Resumes sending after a failed send. */
    private final Runnable afterFailure;

    private boolean failed;
    private int freeCount;
    private @Nullable SendRequests requests;

    SendSlots(Context context, ProtectionDomain domain, int port, Runnable afterFailure) {
        this.domain = domain;
        this.port = port;
        this.afterFailure = afterFailure;
        region = domain.register(memory);
        completions = context.completionQueue(SLOTS, context.completionChannel(), 0);
        batch = completions.batch(SLOTS);
        for (int slot = 0; slot < SLOTS; slot++) {
            free[freeCount++] = slot;
        }
    }

    /** Sends a copy of a datagram with another transaction ID. */
    void send(QueuePair pair, MadAddress destination, ByteBuffer mad, long transaction) {
        AddressHandle handle = handle(destination);
        reap(completions.poll(batch));
        while (freeCount == 0) {
            await();
        }
        if (failed) {
            failed = false;
            afterFailure.run();
        }
        int slot = free[--freeCount];
        senders[slot] = pair.number();
        uses[slot]++;
        int at = slot * Datagram.LENGTH;
        memory.put(at, mad, mad.position(), Datagram.LENGTH);
        Datagram.transactionId(memory.position(at), transaction);
        SendRequests batchOfOne = requests;
        if (batchOfOne == null) {
            batchOfOne = pair.sendRequests(1);
            requests = batchOfOne;
        }
        batchOfOne.clear();
        try {
            pair.post(batchOfOne
                    .send(uses[slot] << SLOT_BITS | slot)
                    .segment(region, at, Datagram.LENGTH)
                    .to(handle, destination.queuePair(), (int) destination.queueKey()));
        } catch (RuntimeException e) {
            release(slot);
            throw e;
        }
    }

    private AddressHandle handle(MadAddress destination) {
        GlobalRoute route = destination.route() == null ? NO_ROUTE : destination.route();
        AddressVector address = new AddressVector(
                port,
                Lid.of(destination.lid()),
                destination.serviceLevel(),
                destination.pathBits(),
                0,
                route.gid(),
                route.gidIndex(),
                route.flowLabel(),
                route.hopLimit(),
                route.trafficClass());
        AddressHandle known = handles.get(address);
        if (known == null) {
            known = domain.addressHandle(address);
            handles.put(address, known);
        }
        return known;
    }

    /** Waits until everything was sent, so that no posted request uses an address handle. */
    private void drain() {
        while (freeCount < SLOTS) {
            await();
        }
    }

    private void await() {
        int count = completions.await(batch, TIMEOUT);
        if (count == 0) {
            throw new RdmaException("the device has sent none of " + (SLOTS - freeCount) + " datagrams in "
                    + TIMEOUT.toSeconds() + " s");
        }
        reap(count);
    }

    private void reap(int count) {
        for (int i = 0; i < count; i++) {
            WorkCompletion sent = batch.get(i);
            int slot = (int) sent.id() & SLOTS - 1;
            if (senders[slot] != 0 && sent.id() >>> SLOT_BITS == uses[slot]) {
                release(slot);
                failed |= !sent.isSuccess();
            }
        }
    }

    /** Releases the slots of a queue pair that was reset. */
    void forget(int queuePair) {
        for (int slot = 0; slot < SLOTS; slot++) {
            if (senders[slot] == queuePair) {
                release(slot);
            }
        }
    }

    private void release(int slot) {
        senders[slot] = 0;
        free[freeCount++] = slot;
    }
}
