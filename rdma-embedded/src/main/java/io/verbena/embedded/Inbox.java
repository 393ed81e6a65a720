package io.verbena.embedded;

import io.verbena.error.RdmaException;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What has arrived for a channel, and what will. One thread puts, one takes, any may wake up or close. */
final class Inbox {
    // A sum with the clock must not wrap round.
    private static final long LONGEST_WAIT = Long.MAX_VALUE / 2;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<Arrival> now = new ArrayDeque<>();
    // Compared by difference, because nanoTime may pass the largest long.
    private final PriorityQueue<Arrival> later =
            new PriorityQueue<>((one, other) -> Long.signum(one.due() - other.due()));
    private boolean waiting;
    private boolean woken;
    private boolean closed;

    /** Adds what arrives at once. */
    void put(Arrival arrival) {
        add(now, arrival);
    }

    /** Adds what arrives when it is due. */
    void putLater(Arrival arrival) {
        add(later, arrival);
    }

    private void add(Queue<Arrival> queue, Arrival arrival) {
        lock.lock();
        try {
            queue.add(arrival);
            if (waiting) {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes what has arrived, and waits for it.
     *
     * @return null if the time is over, or somebody woke it up or interrupted it
     * @throws RdmaException if the channel is closed
     */
    @Nullable Arrival take(long timeoutNanos) {
        lock.lock();
        try {
            long end = System.nanoTime() + Math.min(timeoutNanos, LONGEST_WAIT);
            waiting = true;
            Arrival next = next();
            while (next == null && !woken && !closed && end - System.nanoTime() > 0) {
                changed.await(untilNext(end), TimeUnit.NANOSECONDS);
                next = next();
            }
            if (closed) {
                throw new RdmaException("the channel is closed");
            }
            // Whoever woke this up wants the next receive to end, if this one has something to hand on.
            woken = woken && next != null;
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            waiting = false;
            lock.unlock();
        }
    }

    private long untilNext(long end) {
        Arrival next = later.peek();
        long clock = System.nanoTime();
        return (next == null ? end : next.due() - end < 0 ? next.due() : end) - clock;
    }

    /** Takes what has arrived, without waiting. */
    @Nullable Arrival poll() {
        lock.lock();
        try {
            return next();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Arrival next() {
        Arrival next = now.poll();
        if (next == null && !later.isEmpty() && later.element().due() - System.nanoTime() <= 0) {
            next = later.poll();
        }
        return next;
    }

    void wakeUp() {
        lock.lock();
        try {
            woken = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }
}
