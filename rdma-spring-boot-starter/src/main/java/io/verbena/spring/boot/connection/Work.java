package io.verbena.spring.boot.connection;

import io.verbena.verbs.Deadline;
import java.time.Duration;

/** Counts operations in progress, so that a shutdown can wait for them. Instances are thread-safe. */
final class Work {
    private int inProgress;
    private boolean ended;

    /** Begins an operation unless work is closed. If it returns true, {@link #end} must follow. */
    synchronized boolean begin() {
        if (ended) {
            return false;
        }
        inProgress++;
        return true;
    }

    synchronized void end() {
        inProgress--;
        notifyAll();
    }

    synchronized void open() {
        ended = false;
    }

    synchronized void close() {
        ended = true;
        notifyAll();
    }

    synchronized boolean isClosed() {
        return ended;
    }

    /** Waits until no operation is in progress; returns false after the timeout. */
    synchronized boolean awaitEnd(Deadline deadline) throws InterruptedException {
        while (inProgress > 0) {
            long left = deadline.remaining().toMillis();
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    /** Waits until work is closed, or until the time has passed. */
    synchronized void pause(Duration time) throws InterruptedException {
        Deadline deadline = Deadline.in(time);
        for (long left; !ended && (left = deadline.remaining().toMillis()) > 0; ) {
            wait(left);
        }
    }
}
