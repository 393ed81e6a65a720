package io.verbena.linux;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/** Posts, polls, registers, and on demand waits, until it is refused; then it answers after how many turns. */
final class QueuePairUser implements Callable<Integer> {
    private static final int BYTES = 64;
    private static final int TURNS_BETWEEN_REGISTRATIONS = 8;
    private static final Duration FOR_EVER = Duration.ofMinutes(1);

    private final Context context;
    private final CompletionChannel channel;
    private final CompletionQueue queue;
    private final ProtectionDomain domain;
    private final MemoryRegion region;
    private final QueuePair pair;
    private final SendRequests sends;
    private final ReceiveRequests receives;
    private final CompletionBatch completions;
    private final int enough;
    private final boolean waits;
    private final AtomicInteger turns = new AtomicInteger();

    /** Creates a user that waits, or continues, after {@code enough} turns. */
    QueuePairUser(Context context, int enough, boolean waits) {
        this.context = context;
        this.enough = enough;
        this.waits = waits;
        channel = context.completionChannel();
        queue = context.completionQueue(16, channel, 0);
        domain = context.protectionDomain();
        region = domain.register(ByteBuffer.allocateDirect(BYTES), AccessFlag.LOCAL_WRITE);
        pair = domain.queuePair(QueuePairType.RC).completions(queue).create();
        sends = pair.sendRequests(1);
        receives = pair.receiveRequests(1);
        completions = queue.batch(4);
    }

    Context context() {
        return context;
    }

    CompletionChannel channel() {
        return channel;
    }

    CompletionQueue queue() {
        return queue;
    }

    ProtectionDomain domain() {
        return domain;
    }

    MemoryRegion region() {
        return region;
    }

    QueuePair pair() {
        return pair;
    }

    boolean isUnderWay() {
        return turns.get() >= enough;
    }

    @Override
    public Integer call() {
        try {
            while (true) {
                if (waits && isUnderWay()) {
                    throw new IllegalStateException("a wait ended with " + queue.await(completions, FOR_EVER));
                }
                turn(turns.get());
                turns.incrementAndGet();
            }
        } catch (ClosedObjectException e) {
            return turns.get();
        }
    }

    private void turn(int id) {
        receives.receive(id).segment(region, 0, BYTES);
        pair.post(receives);
        sends.send(id).segment(region, 0, BYTES);
        pair.post(sends);
        queue.requestNotification(false);
        if (queue.poll(completions) != 1 || completions.get(0).check().id() != id) {
            throw new IllegalStateException("request " + id + " did not complete");
        }
        if (id % TURNS_BETWEEN_REGISTRATIONS == 0) {
            domain.register(ByteBuffer.allocateDirect(BYTES), AccessFlag.LOCAL_WRITE)
                    .close();
        }
    }
}
