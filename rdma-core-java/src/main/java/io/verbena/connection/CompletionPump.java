package io.verbena.connection;

import io.verbena.connection.Reporting.RequestFuture;
import io.verbena.error.RdmaException;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import io.verbena.verbs.WorkCompletion;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the completions of one connection and hands each to the table of its request. The threads that wait for the
 * connection, and the thread of its group, take turns. The order of locks is: this, those of the listeners, those of the
 * requests. Futures are completed while none of these locks is held.
 */
final class CompletionPump {
    private static final int BATCH = 32;

    /** Bounds a loop while completions keep coming, so that a wait checks its deadline and the group its other connections. */
    private static final int MAX_TURNS = 64;

    /** The depth of nested callbacks that fits onto any stack. */
    private static final int GLANCES_ON_ONE_STACK = 64;

    /** The interval at which the thread of the group checks whether the queue that it waits for is closed. */
    private static final int LOOK_MILLIS = 10;

    /** The low bits of a work request ID select the sink. */
    private static final int SINK_BITS = 3;

    // The sinks of a connection: what completes on each of its queue pairs.
    static final int SENDS = 0;
    static final int RECEIVES = 1;
    static final int CONTROL_SENDS = 2;
    static final int CONTROL_RECEIVES = 3;
    static final int CONTROL_PROBE = 4;
    static final int DATA_PROBE = 5;

    interface Sink {
        void completed(long sequence, WorkCompletion completion);
    }

    final CompletionQueue queue;
    private final CompletionBatch batch;

    /** The batches that take a full queue, so that a turn takes everything that had arrived and little more. */
    private final int maxBatches;

    /** Notified when the device fails and completes nothing more. */
    private Consumer<RdmaException> failure = why -> {};

    private final Sink[] sinks = new Sink[1 << SINK_BITS];
    private final ReentrantLock lock = new ReentrantLock();

    /** Futures to be completed when no lock is held; guarded by itself. */
    private final ArrayDeque<RequestFuture<?>> settling = new ArrayDeque<>();

    /** Whether the last turn has left completions in the queue. */
    private volatile boolean hasLeft;

    /** Not exact: several threads may count at once. */
    private int glances;

    /** What {@link CompletionQueue#events} was when the thread of the group looked. */
    private long served = -1;

    CompletionPump(CompletionQueue queue) {
        this.queue = queue;
        this.batch = queue.batch(BATCH);
        this.maxBatches = queue.entries() / BATCH + 1;
    }

    /** Returns the work request ID of a request that a sink completes. */
    static long id(int sink, long sequence) {
        return sequence << SINK_BITS | sink;
    }

    void sink(int number, Sink sink) {
        sinks[number] = sink;
    }

    void onFailure(Consumer<RdmaException> listener) {
        failure = listener;
    }

    /** Reports a failed call to the device, after which all calls fail, unless the call was only interrupted. */
    private RdmaException failed(RdmaException why) {
        if (!(why instanceof ClosedObjectException || why instanceof InterruptedWaitException)) {
            failure.accept(why);
        }
        return why;
    }

    /** Takes the completions that have arrived. */
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
     * Takes the completions that have arrived after a request was posted, unless another thread is doing so: a fast device may
     * have completed it already. Every so often this is left to the thread of the group, so that callbacks that post the next
     * request do not overflow the stack.
     */
    void glance() {
        if (++glances % GLANCES_ON_ONE_STACK != 0) {
            tryDrive();
        }
    }

    /** Takes the completions that have arrived; returns false if another thread is doing so, or the queue has failed. */
    boolean tryDrive() {
        if (lock.isHeldByCurrentThread() || !lock.tryLock()) {
            return false;
        }
        try {
            drain();
            return true;
        } catch (RdmaException e) {
            // The close of the connection, or the failure of the device, fails the requests in flight.
            return false;
        } finally {
            lock.unlock();
            settle();
        }
    }

    /** Does nothing in a callback, which may post and wait for room while the rest of its batch is being handed out. */
    private void drain() {
        if (lock.getHoldCount() > 1) {
            return;
        }
        int count = BATCH;
        for (int batches = 0; batches < maxBatches && count == BATCH; batches++) {
            count = poll();
            for (int i = 0; i < count; i++) {
                WorkCompletion completion = batch.get(i);
                long id = completion.id();
                sinks[(int) id & sinks.length - 1].completed(id >>> SINK_BITS, completion);
            }
        }
        boolean isLeft = count == BATCH;
        if (hasLeft != isLeft) {
            // Reading costs less than writing.
            hasLeft = isLeft;
        }
    }

    private int poll() {
        try {
            return queue.poll(batch);
        } catch (RdmaException e) {
            throw failed(e);
        }
    }

    private void requestNotification() {
        try {
            queue.requestNotification(false);
        } catch (RdmaException e) {
            throw failed(e);
        }
    }

    private boolean awaitNotification(long seen, Deadline deadline) {
        try {
            return queue.awaitNotification(seen, deadline);
        } catch (RdmaException e) {
            throw failed(e);
        }
    }

    /** Takes completions until a condition holds that they or {@link #wakeUp} change; returns false after the deadline. */
    boolean await(BooleanSupplier condition, Deadline deadline) {
        boolean inTime = true;
        while (true) {
            if (holds(condition, false) || holdsAfterYielding(condition)) {
                return true;
            }
            long seen = queue.events();
            if (holds(condition, true)) {
                return true;
            }
            if (!inTime) {
                return false;
            }
            // No event announces completions that were left in the queue.
            inTime = hasLeft ? !deadline.isOver() : awaitNotification(seen, deadline);
        }
    }

    private boolean holdsAfterYielding(BooleanSupplier condition) {
        for (int turns = 0; turns < MAX_TURNS && !hasLeft && queue.tryYield(); turns++) {
            if (holds(condition, false)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a condition holds once the arrived completions are taken; requests an event, a system call, before a wait. */
    private boolean holds(BooleanSupplier condition, boolean notified) {
        lock.lock();
        try {
            if (notified) {
                requestNotification();
            }
            drain();
            return condition.getAsBoolean();
        } finally {
            lock.unlock();
            settle();
        }
    }

    /**
     * Takes completions, on the thread of the group, if the queue has had an event, or {@code anyway}. Returns whether completions are
     * left, which no event will announce.
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
            } while (++turns < MAX_TURNS && !hasLeft && queue.tryYield());
            requestNotification();
            drain();
            return hasLeft;
        } finally {
            lock.unlock();
            settle();
        }
    }

    /** Takes the lock, unless a listener that holds it closes the queue and waits for the thread of the group. */
    private void lockToServe() {
        boolean locked = lock.tryLock();
        while (!locked) {
            if (queue.isClosed()) {
                throw new ClosedObjectException(queue);
            }
            try {
                locked = lock.tryLock(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                // A callback has left its interrupt status set.
                locked = lock.tryLock();
            }
        }
    }

    /** Lets the threads that wait check their conditions. */
    void wakeUp() {
        try {
            queue.wakeUp();
        } catch (RdmaException e) {
            // The queue is closed or has failed, which has woken all waiting threads.
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
