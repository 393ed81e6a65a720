package io.verbena.embedded.cm;

import io.verbena.embedded.time.Event;
import io.verbena.embedded.time.Timeline;
import org.jspecify.annotations.Nullable;

/** Sends a message repeatedly until it is answered or the retries are exhausted. */
final class Resender {
    private final Timeline timeline;
    private final long intervalNanos;
    private final int retries;
    private final Runnable unanswered;
    private Runnable message = () -> {};
    private @Nullable Event next;
    private int left;

    /**
     * Creates an instance.
     *
     * @param intervalNanos the timeout of each attempt
     * @param retries number of retries
     * @param unanswered called when the last attempt has timed out
     */
    Resender(Timeline timeline, long intervalNanos, int retries, Runnable unanswered) {
        this.timeline = timeline;
        this.intervalNanos = intervalNanos;
        this.retries = retries;
        this.unanswered = unanswered;
    }

    void send(Runnable toSend) {
        answered();
        message = toSend;
        left = retries;
        message.run();
        schedule(intervalNanos);
    }

    private void schedule(long nanos) {
        next = timeline.after(nanos, this::again);
    }

    private void again() {
        next = null;
        if (left == 0) {
            unanswered.run();
            return;
        }
        left--;
        message.run();
        schedule(intervalNanos);
    }

    /** Extends the timeout of the current attempt. */
    void waitLonger(long nanos) {
        if (next != null) {
            next.cancel();
            schedule(nanos + intervalNanos);
        }
    }

    void answered() {
        if (next != null) {
            next.cancel();
            next = null;
        }
    }
}
