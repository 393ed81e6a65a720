package io.verbena.connection;

import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.WorkCompletion;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes the completions of one connection and hands each to where its request is remembered. Whoever waits for something
 * does so, one at a time; nobody has to. The order of locks: this, then those of who is told, then those of the requests;
 * futures are completed with none of them.
 */
final class CompletionPump {
    private static final int BATCH = 32;

    /** However much comes: a wait is to see its deadline, and the thread of the group the other connections. */
    private static final int MOST_TURNS = 64;

    /** That much fits onto any stack. */
    private static final int GLANCES_ON_ONE_STACK = 64;

    /** How often the thread of the group looks whether what it waits for is closed. */
    private static final int LOOK_MILLIS = 10;

    /** The low bits of the ID of a request say who is told. */
    private static final int SINK_BITS = 2;

    /** Is told of completions, in their order. */
    interface Sink {
        void completed(long sequence, WorkCompletion completion);
    }

    private final CompletionQueue queue;
    private final CompletionBatch batch;

    /** As many as all take that fit into the queue: so what was there is taken, and no more than that again. */
    private final int mostBatches;

    private final Sink[] sinks = new Sink[1 << SINK_BITS];
    private final ReentrantLock lock = new ReentrantLock();

    /** Futures to be completed when no lock is held; guarded by itself. */
    private final ArrayDeque<RequestFuture<?>> settling = new ArrayDeque<>();

    /** Whether who took completions last has left some, as more came than fit into the queue. */
    private volatile boolean hasLeft;

    /** Not exact: several threads may count at once. */
    private int glances;

    /** What {@link CompletionQueue#events} was when the thread of the group looked. */
    private long served = -1;

    CompletionPump(CompletionQueue queue) {
        this.queue = queue;
        this.batch = queue.batch(BATCH);
        this.mostBatches = queue.entries() / BATCH + 1;
    }

    CompletionQueue queue() {
        return queue;
    }

    void sink(int number, Sink sink) {
        sinks[number] = sink;
    }

    static long id(int sink, long sequence) {
        return sequence << SINK_BITS | sink;
    }

    /** Takes what is there. */
    void drive() {
        lock.lock();
        try {
            drain();
        } finally {
            lock.unlock();
            settle();
        }
    }

    /**
     * The same, unless another thread does so just now: the device may have been as fast as the caller. Now and then it is left
     * to the thread of the group: where each future that ends posts the next request, its stack begins anew there.
     */
    void glance() {
        if (++glances % GLANCES_ON_ONE_STACK == 0 || lock.isHeldByCurrentThread() || !lock.tryLock()) {
            return;
        }
        try {
            drain();
        } catch (ClosedObjectException e) {
            // Whoever closed it fails what is under way.
            return;
        } finally {
            lock.unlock();
            settle();
        }
    }

    /** Whoever is told of a completion may post, and look for room, before the rest of the batch is handed out. */
    private void drain() {
        if (lock.getHoldCount() > 1) {
            return;
        }
        int count = BATCH;
        for (int batches = 0; batches < mostBatches && count == BATCH; batches++) {
            count = queue.poll(batch);
            for (int i = 0; i < count; i++) {
                WorkCompletion completion = batch.get(i);
                long id = completion.id();
                sinks[(int) id & sinks.length - 1].completed(id >>> SINK_BITS, completion);
            }
        }
        boolean isLeft = count == BATCH;
        if (hasLeft != isLeft) {
            // Each time would cost more than the look.
            hasLeft = isLeft;
        }
    }

    /** Takes completions until a condition holds, that they or a {@link #wakeUp} may change; false after the time. */
    boolean await(BooleanSupplier condition, Deadline deadline) {
        boolean inTime = true;
        while (true) {
            if (holds(condition, false) || holdsAfterGivingWay(condition)) {
                return true;
            }
            long seen = queue.events();
            if (holds(condition, true)) {
                return true;
            }
            if (!inTime) {
                return false;
            }
            // Of what was left no notification tells.
            inTime = hasLeft ? !deadline.isOver() : queue.awaitNotification(seen, deadline);
        }
    }

    private boolean holdsAfterGivingWay(BooleanSupplier condition) {
        for (int turns = 0; turns < MOST_TURNS && !hasLeft && queue.giveWay(); turns++) {
            if (holds(condition, false)) {
                return true;
            }
        }
        return false;
    }

    /** Whether it does after what is there; to ask for an event costs a call of the system, so only who is about to wait does. */
    private boolean holds(BooleanSupplier condition, boolean notified) {
        lock.lock();
        try {
            if (notified) {
                queue.requestNotification(false);
            }
            drain();
            return condition.getAsBoolean();
        } finally {
            lock.unlock();
            settle();
        }
    }

    /**
     * For the thread of the group: takes what is there if the queue was told of something.
     *
     * @param anyway also if it was not
     * @return whether some is left, of which nobody will tell
     */
    boolean serve(boolean anyway) {
        if (queue.events() == served && !anyway) {
            return false;
        }
        lockToServe();
        try {
            served = queue.events();
            int turns = 0;
            do {
                drain();
            } while (++turns < MOST_TURNS && !hasLeft && queue.giveWay());
            queue.requestNotification(false);
            drain();
            return hasLeft;
        } finally {
            lock.unlock();
            settle();
        }
    }

    /** A listener that has the lock may close all this, and wait for the thread of the group. */
    private void lockToServe() {
        boolean locked = lock.tryLock();
        while (!locked) {
            if (queue.isClosed()) {
                throw new ClosedObjectException(queue);
            }
            try {
                locked = lock.tryLock(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                // A callback left it, which was not for this thread.
                locked = lock.tryLock();
            }
        }
    }

    /** Lets those who wait look at their conditions. */
    void wakeUp() {
        try {
            queue.wakeUp();
        } catch (ClosedObjectException e) {
            // Then nobody waits any more.
            return;
        }
    }

    void settleLater(RequestFuture<?> future) {
        synchronized (settling) {
            settling.add(future);
        }
    }

    void settle() {
        if (lock.isHeldByCurrentThread()) {
            return;
        }
        RequestFuture<?> next;
        while ((next = nextToSettle()) != null) {
            next.settle();
        }
    }

    private @Nullable RequestFuture<?> nextToSettle() {
        synchronized (settling) {
            return settling.poll();
        }
    }
}
