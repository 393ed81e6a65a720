package io.verbena.embedded.time;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The time of a fabric, and all that is to happen. It has no thread of its own: whoever looks at the fabric, or waits for
 * something from it, lets happen what is due, so that nobody can see that it did not happen earlier.
 *
 * <p>Simulated time stands still while anybody is busy: a reader that has waited before and does not wait at the moment, or
 * somebody who {@linkplain #hold holds} time for one. When every reader waits, there is nothing for any of them and nobody
 * holds time, it jumps to whatever comes first: an event, or the deadline of a reader.
 */
public final class Timeline {
    // A sum with the clock must not wrap round.
    private static final long LONGEST_WAIT = Long.MAX_VALUE / 2;

    private final ReentrantLock lock = new ReentrantLock();
    private final boolean simulated;
    private final PriorityQueue<Event> events = new PriorityQueue<>(Event::compare);
    private final List<Waiter> readers = new ArrayList<>();
    private int idle;
    private int holds;
    private volatile long clock;
    private long scheduled;
    private boolean running;

    /**
     * Begins.
     *
     * @param simulated whether time jumps from event to event, instead of being that of {@link System#nanoTime}
     */
    public Timeline(boolean simulated) {
        this.simulated = simulated;
    }

    /** The time; only differences mean anything. */
    public long nanoTime() {
        return simulated ? clock : System.nanoTime();
    }

    /** Whether time jumps from event to event. */
    public boolean isSimulated() {
        return simulated;
    }

    /** Does something to the fabric, after what was due before it and before what becomes due by it. */
    public void run(Runnable action) {
        enter();
        try {
            action.run();
        } finally {
            exit();
        }
    }

    /** As {@link #run}, with a result. */
    public <T> T get(Supplier<T> action) {
        enter();
        try {
            return action.get();
        } finally {
            exit();
        }
    }

    /** Takes the lock. Each call needs its {@link #exit}. */
    public void enter() {
        lock.lock();
        letHappen();
    }

    /** Gives the lock back. */
    public void exit() {
        try {
            letHappen();
        } finally {
            lock.unlock();
        }
    }

    /** Schedules an event so much later. */
    public void after(long nanos, Event event) {
        at(nanoTime() + Math.min(nanos, LONGEST_WAIT), event);
    }

    /** Schedules what is to be done so much later; the event that is answered can be cancelled. */
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

    /** Schedules an event for a time, which may be over. */
    public void at(long due, Event event) {
        event.schedule(due, scheduled++);
        events.add(event);
        if (events.peek() == event && idle > 0) {
            readers.stream().filter(reader -> reader.waiting).forEach(reader -> reader.changed.signal());
        }
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
     * Makes a reader. Simulated time stands still while it does not wait, from when it has {@linkplain #await waited} first
     * until it is {@linkplain #remove removed}: a channel that is opened and never read keeps nobody waiting.
     */
    public Waiter newWaiter() {
        return new Waiter(lock.newCondition());
    }

    /** Takes a reader out, which may be what the others wait for. */
    public void remove(Waiter waiter) {
        ready(waiter);
        readers.remove(waiter);
        holds -= waiter.holds;
        waiter.holds = 0;
        waiter.removed = true;
        signalIfAllIdle();
    }

    /** Somebody works on what a reader was given: time stands still until the {@link #release}, or the reader is removed. */
    public void hold(Waiter waiter) {
        if (!waiter.removed) {
            waiter.holds++;
            holds++;
        }
    }

    /** The work of one {@link #hold} is done, which may be what the others wait for. */
    public void release(Waiter waiter) {
        if (waiter.holds > 0) {
            waiter.holds--;
            holds--;
            signalIfAllIdle();
        }
    }

    /** Tells a reader that there is something for it. */
    public void ready(Waiter waiter) {
        if (waiter.isIdle()) {
            idle--;
        }
        waiter.changed.signal();
        waiter.ready = true;
    }

    /** There is nothing for the reader any more; only it says so, and while it does not wait. */
    public void settled(Waiter waiter) {
        waiter.ready = false;
    }

    /**
     * Waits until there is something for the reader, or the time is over. The lock is held, and given up meanwhile.
     *
     * @param timeoutNanos how long at most; {@link Long#MAX_VALUE} for as long as it takes
     */
    public void await(Waiter waiter, long timeoutNanos) throws InterruptedException {
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
     * Waits until there is something for somebody who does what events leave to it. The lock is held, and given up meanwhile.
     * Simulated time neither waits for it nor is moved on by it: who leaves it something, holds time until it is done.
     */
    public void awaitWork(Waiter waiter) throws InterruptedException {
        if (!simulated) {
            await(waiter, Long.MAX_VALUE);
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

    /** Simulated time costs none, if it is this reader that may let it jump. */
    private long simulatedWait() {
        return isAllIdle() && jump() ? 0 : Long.MAX_VALUE;
    }

    private boolean isAllIdle() {
        return idle == readers.size() && holds == 0;
    }

    private long realWait(Waiter waiter) {
        Event first = next();
        if (!waiter.limited && first == null) {
            return Long.MAX_VALUE;
        }
        long until =
                first == null || (waiter.limited && waiter.deadline - first.due() < 0) ? waiter.deadline : first.due();
        return Math.max(0, until - System.nanoTime());
    }

    /** Moves simulated time on to what comes first; false if nothing ever comes by itself. */
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
}
