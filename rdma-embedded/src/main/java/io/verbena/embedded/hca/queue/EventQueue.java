package io.verbena.embedded.hca.queue;

import io.verbena.embedded.time.Timeline;
import java.util.Arrays;

/** A queue of events for one waiting thread. An event is a pair of numbers, the second of which is a cookie. */
public final class EventQueue {
    private static final int BEGINNING = 16;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Timeline timeline;
    private final Timeline.Waiter waiter;
    private long[] heads = new long[BEGINNING];
    private long[] cookies = new long[BEGINNING];
    private int first;
    private int count;

    /** Creates an empty queue. */
    public EventQueue(Timeline timeline) {
        this.timeline = timeline;
        this.waiter = timeline.get(timeline::newWaiter);
    }

    /** Receives the events that are taken from a queue. */
    @FunctionalInterface
    public interface Target {
        /** Stores the event with an index, which counts from 0 in each call of {@link EventQueue#take}. */
        void put(int index, long head, long cookie);
    }

    /** Adds an event. */
    public void add(long head, long cookie) {
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

    private long[] grown(long[] full) {
        long[] larger = Arrays.copyOfRange(full, first, first + full.length * 2);
        System.arraycopy(full, 0, larger, full.length - first, first);
        return larger;
    }

    /**
     * Waits for events, and takes them.
     *
     * @param max maximum number of events to take
     * @param timeoutMillis timeout in milliseconds; negative to wait indefinitely
     * @return the number of events taken; 0 after the timeout or a wake-up
     */
    public int take(Target target, int max, int timeoutMillis) {
        timeline.enter();
        try {
            if (count == 0 && timeoutMillis != 0) {
                timeline.await(waiter, timeoutMillis < 0 ? Long.MAX_VALUE : timeoutMillis * NANOS_PER_MILLI);
            }
            int taken = 0;
            while (taken < max && count > 0) {
                target.put(taken++, heads[first], cookies[first]);
                first = (first + 1) % heads.length;
                count--;
            }
            timeline.read(waiter, taken > 0, count > 0);
            return taken;
        } finally {
            timeline.exit();
        }
    }

    /** Ends the current wait, or the next one if no thread is waiting. */
    public void wakeUp() {
        timeline.run(() -> timeline.wakeUp(waiter));
    }

    /** Closes this queue, for which no thread waits any longer. */
    public void close() {
        timeline.run(() -> timeline.remove(waiter));
    }
}
