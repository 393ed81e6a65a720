package io.verbena.embedded.hca.queue;

import io.verbena.embedded.time.Timeline;
import io.verbena.embedded.time.Waiter;
import java.util.Arrays;

/** What is to be told to a thread that waits for it: pairs of numbers, of which the second is a cookie. */
public final class EventQueue {
    private static final int BEGINNING = 16;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Timeline timeline;
    private final Waiter waiter;
    private long[] heads = new long[BEGINNING];
    private long[] cookies = new long[BEGINNING];
    private int first;
    private int count;
    private boolean woken;

    /** An empty one. */
    public EventQueue(Timeline timeline) {
        this.timeline = timeline;
        this.waiter = timeline.get(timeline::newWaiter);
    }

    /** Where an event is written. */
    @FunctionalInterface
    public interface Target {
        /** Takes the event at this index. */
        void put(int index, long head, long cookie);
    }

    /** Adds an event. */
    public void tell(long head, long cookie) {
        timeline.enter();
        try {
            if (count == heads.length) {
                heads = grown(heads);
                cookies = grown(cookies);
                first = 0;
            }
            int slot = (first + count++) % heads.length;
            heads[slot] = head;
            cookies[slot] = cookie;
            timeline.ready(waiter);
        } finally {
            timeline.exit();
        }
    }

    /** Twice as long, what it has at its beginning. */
    private long[] grown(long[] full) {
        long[] larger = Arrays.copyOfRange(full, first, first + full.length * 2);
        System.arraycopy(full, 0, larger, full.length - first, first);
        return larger;
    }

    /** Waits for events, and takes at most so many; how many, 0 after the time or a wake-up. */
    public int take(Target target, int max, int timeoutMillis) {
        timeline.enter();
        try {
            if (count == 0 && !woken && timeoutMillis != 0) {
                await(timeoutMillis < 0 ? Long.MAX_VALUE : timeoutMillis * NANOS_PER_MILLI);
            }
            int taken = 0;
            while (taken < max && count > 0) {
                target.put(taken++, heads[first], cookies[first]);
                first = (first + 1) % heads.length;
                count--;
            }
            woken = woken && taken > 0;
            if (count == 0 && !woken) {
                timeline.settled(waiter);
            }
            return taken;
        } finally {
            timeline.exit();
        }
    }

    private void await(long nanos) {
        try {
            timeline.await(waiter, nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the wait; the next one, if nobody waits. */
    public void wakeUp() {
        timeline.run(() -> {
            woken = true;
            timeline.ready(waiter);
        });
    }

    /** Nobody waits here any more. */
    public void close() {
        timeline.run(() -> timeline.remove(waiter));
    }
}
