package io.verbena.embedded;

import io.verbena.embedded.time.Timeline;
import io.verbena.embedded.time.Waiter;
import io.verbena.error.RdmaException;
import java.util.ArrayDeque;
import java.util.Queue;

/** What has arrived for a channel. One thread takes, any may wake up or close. */
final class Inbox {
    private final Timeline timeline;
    private final Waiter reader;
    private final Queue<Arrival> arrived = new ArrayDeque<>();
    private boolean woken;
    private boolean closed;

    Inbox(Timeline timeline) {
        this.timeline = timeline;
        this.reader = timeline.get(timeline::newWaiter);
    }

    /** Adds what has arrived; under the lock of the timeline. */
    void put(Arrival arrival) {
        arrived.add(arrival);
        timeline.ready(reader);
    }

    /**
     * Takes what has arrived, and waits for it; under the lock of the timeline, which is given up meanwhile.
     *
     * @return how much was taken: nothing if the time is over, or somebody woke it up or interrupted it
     * @throws RdmaException if the channel is closed
     */
    int take(long timeoutNanos, Arrival[] into) {
        try {
            if (!closed) {
                timeline.await(reader, timeoutNanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        requireOpen();
        int taken = 0;
        while (taken < into.length && !arrived.isEmpty()) {
            into[taken++] = arrived.remove();
        }
        // Whoever woke this up wants the next receive to end, if this one has something to hand on.
        woken = woken && taken > 0;
        if (arrived.isEmpty() && !woken) {
            timeline.settled(reader);
        }
        return taken;
    }

    void requireOpen() {
        if (closed) {
            throw new RdmaException("the channel is closed");
        }
    }

    /** Somebody works on what was taken. */
    void hold() {
        timeline.run(() -> timeline.hold(reader));
    }

    /** One of those is done. */
    void release() {
        timeline.run(() -> timeline.release(reader));
    }

    void wakeUp() {
        timeline.run(() -> {
            woken = true;
            timeline.ready(reader);
        });
    }

    void close() {
        timeline.run(() -> {
            if (!closed) {
                closed = true;
                timeline.remove(reader);
            }
        });
    }
}
