package io.verbena.gsi;

import io.verbena.error.RdmaException;
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
import org.jspecify.annotations.Nullable;

/** Memory to send from: a slot is free again when what was in it has left. For one thread at a time. */
final class SendSlots {
    static final int SLOTS = 64;

    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final ByteBuffer memory = ByteBuffer.allocateDirect(SLOTS * Datagram.LENGTH);
    private final MemoryRegion region;
    private final CompletionQueue completions;
    private final CompletionBatch batch;
    private final int[] free = new int[SLOTS];
    private int freeCount;
    private @Nullable SendRequests requests;

    SendSlots(Context context, ProtectionDomain domain) {
        region = domain.register(memory);
        completions = context.completionQueue(SLOTS, context.completionChannel(), 0);
        batch = completions.batch(SLOTS);
        for (int slot = 0; slot < SLOTS; slot++) {
            free[freeCount++] = slot;
        }
    }

    /** Where the queue pairs that send from here tell what they have sent. */
    CompletionQueue completions() {
        return completions;
    }

    /** A copy of a datagram with another transaction ID, on its way. */
    void send(QueuePair pair, AddressHandle way, int queuePair, int queueKey, ByteBuffer mad, long transaction) {
        reap(completions.poll(batch));
        while (freeCount == 0) {
            await();
        }
        int slot = free[--freeCount];
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
            pair.post(batchOfOne.send(slot).segment(region, at, Datagram.LENGTH).to(way, queuePair, queueKey));
        } catch (RuntimeException e) {
            free[freeCount++] = slot;
            throw e;
        }
    }

    /** Waits until all has left. */
    void drain() {
        while (freeCount < SLOTS) {
            await();
        }
    }

    private void await() {
        int count = completions.await(batch, LONGEST);
        if (count == 0) {
            throw new RdmaException("the device has sent none of " + (SLOTS - freeCount) + " datagrams in "
                    + LONGEST.toSeconds() + " s");
        }
        reap(count);
    }

    private void reap(int count) {
        for (int i = 0; i < count; i++) {
            WorkCompletion sent = batch.get(i);
            free[freeCount++] = (int) sent.id();
            sent.check();
        }
    }
}
