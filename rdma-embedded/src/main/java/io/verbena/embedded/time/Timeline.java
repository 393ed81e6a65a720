package io.verbena.embedded.time;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The clock and the scheduled events of a fabric. Any thread that accesses the fabric first runs
 * the events that are due, so that no thread can observe a late event. In real time, a {@link TimeKeeper} runs the events
 * that are due while no thread accesses the fabric.
 *
 * <p>Simulated time stands still while a participant is busy: a reader that has waited before and is not waiting now,
 * or a thread that {@linkplain #hold holds} time on behalf of a reader. When all readers wait, none of them has
 * anything to read and no thread holds time, the clock jumps to the next event or to the next deadline of a reader.
 */
public final class Timeline {
    // The sum with the clock must not overflow.
    private static final long LONGEST_WAIT = Long.MAX_VALUE / 2;

    /**
     * Nanoseconds for which a reader that has advanced the clock releases the lock to threads that queue for it. They would never get it
     * while events that schedule themselves again let the clock run on.
     */
    private static final long LET_OTHERS_IN = 1;

    private final ReentrantLock lock = new ReentrantLock();
    private final boolean simulated;
    private final PriorityQueue<Event> events = new PriorityQueue<>(Event::compare);
    private final List<Waiter> readers = new ArrayList<>();

    /** Signals the thread that runs events in real time that an event is due before it would wake up. */
    private final Condition sooner = lock.newCondition();

    private boolean keeperWaits;
    private long keeperWakes;
    private int idle;
    private int holds;
    private volatile long clock;
    private long scheduled;
    private boolean running;

    /**
     * Creates a timeline.
     *
     * @param simulated whether the clock jumps from event to event instead of following {@link System#nanoTime}
     */
    public Timeline(boolean simulated) {
        this.simulated = simulated;
    }

    /** Returns the current time in nanoseconds. Only differences are meaningful. */
    public long nanoTime() {
        return simulated ? clock : System.nanoTime();
    }

    /** Returns whether the clock jumps from event to event. */
    public boolean isSimulated() {
        return simulated;
    }

    /**
     * Runs an action under the lock, after the events that are due before it and before the events that it makes due.
     */
    public void run(Runnable action) {
        enter();
        try {
            action.run();
        } finally {
            exit();
        }
    }

    /** Runs an action under the lock and returns its result; see {@link #run}. */
    public <T> T get(Supplier<T> action) {
        enter();
        try {
            return action.get();
        } finally {
            exit();
        }
    }

    /** Acquires the lock. Each call must be paired with a call of {@link #exit}. */
    public void enter() {
        lock.lock();
        letHappen();
    }

    /** Releases the lock. */
    public void exit() {
        try {
            letHappen();
        } finally {
            wakeKeeperForEvent();
            lock.unlock();
        }
    }

    /** Schedules an event after a delay. */
    public void after(long nanos, Event event) {
        at(nanoTime() + Math.min(nanos, LONGEST_WAIT), event);
    }

    /** Schedules an action after a delay, and returns the event, which can be cancelled. */
    public Event after(long nanos, Runnable action) {
        Event event = new Event() {
            @Override
            protected void happen() {
                action.run();
            }
        };
        after(nanos, event);
        return event;
    }

    /** Schedules an event at a time, which may be in the past. */
    public void at(long due, Event event) {
        event.schedule(due, scheduled++);
        events.add(event);
        if (simulated && idle > 0 && events.peek() == event) {
            readers.stream().filter(reader -> reader.waiting).forEach(reader -> reader.changed.signal());
        }
    }

    /**
     * Wakes the keeper if an event is due before it would wake up. To be called when the lock is released, since most events are due at
     * once, and have happened by then.
     */
    private void wakeKeeperForEvent() {
        Event first = keeperWaits ? next() : null;
        if (first != null && first.due() - keeperWakes < 0) {
            wakeKeeper();
        }
    }

    /** Waits in real time until the next event is due, or an earlier one is scheduled, and lets the events that are due happen. */
    void awaitEvent() throws InterruptedException {
        Event first = next();
        keeperWakes = first == null ? System.nanoTime() + LONGEST_WAIT : first.due();
        keeperWaits = true;
        long nanos = keeperWakes - System.nanoTime();
        while (keeperWaits && nanos > 0) {
            nanos = sooner.awaitNanos(nanos);
        }
        keeperWaits = false;
        letHappen();
    }

    void wakeKeeper() {
        keeperWaits = false;
        sooner.signal();
    }

    private void letHappen() {
        if (running || events.isEmpty()) {
            return;
        }
        running = true;
        try {
            for (Event event = nextDue(); event != null; event = nextDue()) {
                event.happen();
            }
        } finally {
            running = false;
        }
    }

    private @Nullable Event nextDue() {
        Event first = next();
        return first == null || first.due() - nanoTime() > 0 ? null : events.poll();
    }

    private @Nullable Event next() {
        Event first = events.peek();
        while (first != null && first.isCancelled()) {
            events.poll();
            first = events.peek();
        }
        return first;
    }

    /**
     * Creates a reader. From its first {@linkplain #await wait} until it is {@linkplain #remove removed}, simulated
     * time stands still while it is not waiting. A reader that never waits does not affect the clock.
     */
    public Waiter newWaiter() {
        return new Waiter(lock.newCondition());
    }

    /** Removes a reader; its remaining holds are released. */
    public void remove(Waiter waiter) {
        ready(waiter);
        readers.remove(waiter);
        holds -= waiter.holds;
        waiter.holds = 0;
        waiter.removed = true;
        signalIfAllIdle();
    }

    /**
     * Holds simulated time while a thread works on what a reader has received, until {@link #release} is called or the
     * reader is removed.
     */
    public void hold(Waiter waiter) {
        if (!waiter.removed) {
            waiter.holds++;
            holds++;
        }
    }

    /** Releases one {@link #hold}. */
    public void release(Waiter waiter) {
        if (waiter.holds > 0) {
            waiter.holds--;
            holds--;
            signalIfAllIdle();
        }
    }

    /** Notifies a reader that there is something to read. */
    public void ready(Waiter waiter) {
        if (waiter.isIdle()) {
            idle--;
        }
        waiter.changed.signal();
        waiter.ready = true;
    }

    /** Records that there is nothing left to read. To be called by the reader only, while it is not waiting. */
    public void settled(Waiter waiter) {
        waiter.ready = false;
    }

    /** Ends the current wait of a reader, or its next one if it is not waiting. */
    public void wakeUp(Waiter waiter) {
        waiter.woken = true;
        ready(waiter);
    }

    /**
     * Records what a reader has read after a wait. A wake-up ends the next wait if this one has returned something to read.
     *
     * @param any whether there was something to read
     * @param more whether there is something left to read
     */
    public void read(Waiter waiter, boolean any, boolean more) {
        waiter.woken &= any;
        waiter.ready &= more || waiter.woken;
    }

    /**
     * Waits until there is something to read, the timeout has expired, or the thread is interrupted. The lock is released
     * while waiting.
     *
     * @param timeoutNanos timeout in nanoseconds; {@link Long#MAX_VALUE} to wait indefinitely
     */
    public void await(Waiter waiter, long timeoutNanos) {
        try {
            awaitInput(waiter, timeoutNanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitInput(Waiter waiter, long timeoutNanos) throws InterruptedException {
        letHappen();
        if (!waiter.counted && !waiter.removed) {
            waiter.counted = true;
            readers.add(waiter);
        }
        if (waiter.ready) {
            return;
        }
        waiter.limited = timeoutNanos != Long.MAX_VALUE;
        waiter.deadline = nanoTime() + Math.max(0, Math.min(timeoutNanos, LONGEST_WAIT));
        waiter.waiting = true;
        idle++;
        try {
            while (!waiter.ready && !isOver(waiter)) {
                long nanos = simulated ? simulatedWait() : realWait(waiter);
                if (nanos == 0 && !waiter.ready && lock.hasQueuedThreads()) {
                    nanos = LET_OTHERS_IN;
                }
                wakeKeeperForEvent();
                if (nanos == Long.MAX_VALUE) {
                    waiter.changed.await();
                } else if (nanos > 0) {
                    waiter.changed.await(nanos, TimeUnit.NANOSECONDS);
                }
                letHappen();
            }
        } finally {
            if (!waiter.ready) {
                idle--;
            }
            waiter.waiting = false;
        }
    }

    /**
     * Waits until there is deferred work. The lock is released while waiting. The thread of deferred work does not
     * affect simulated time; a thread that leaves work to it must hold time until the work is done.
     */
    public void awaitWork(Waiter waiter) throws InterruptedException {
        if (!simulated) {
            awaitInput(waiter, Long.MAX_VALUE);
            return;
        }
        letHappen();
        while (!waiter.ready) {
            waiter.changed.await();
        }
    }

    private boolean isOver(Waiter waiter) {
        return waiter.limited && waiter.deadline - nanoTime() <= 0;
    }

    /** Returns how long to wait in real time: no time at all if this reader can advance the clock. */
    private long simulatedWait() {
        return isAllIdle() && jump() ? 0 : Long.MAX_VALUE;
    }

    private boolean isAllIdle() {
        return idle == readers.size() && holds == 0;
    }

    /** Returns how long to wait in real time, in which a {@link TimeKeeper} runs the events. */
    private static long realWait(Waiter waiter) {
        return waiter.limited ? Math.max(0, waiter.deadline - System.nanoTime()) : Long.MAX_VALUE;
    }

    /** Advances the simulated clock to the next event or deadline; returns false if there is none. */
    private boolean jump() {
        Event first = next();
        boolean any = first != null;
        long target = first == null ? 0 : first.due();
        for (Waiter reader : readers) {
            if (reader.limited && (!any || reader.deadline - target < 0)) {
                any = true;
                target = reader.deadline;
            }
        }
        if (!any) {
            return false;
        }
        if (target - clock > 0) {
            clock = target;
        }
        letHappen();
        readers.stream().filter(this::isOver).forEach(this::ready);
        return true;
    }

    private void signalIfAllIdle() {
        if (simulated && idle > 0 && isAllIdle()) {
            readers.get(0).changed.signal();
        }
    }

    /**
     * A reader of a fabric: a thread that is busy, or waits until there is something to read or its timeout has
     * expired.
     */
    public static final class Waiter {
        final Condition changed;
        boolean counted;
        boolean removed;
        int holds;
        boolean waiting;
        boolean ready;
        boolean woken;
        boolean limited;
        long deadline;

        Waiter(Condition changed) {
            this.changed = changed;
        }

        boolean isIdle() {
            return waiting && !ready;
        }
    }
}
