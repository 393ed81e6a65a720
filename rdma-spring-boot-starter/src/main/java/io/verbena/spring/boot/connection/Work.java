package io.verbena.spring.boot.connection;

import java.time.Duration;

/** Counts what is under way, so that an end can wait for it. Safe for use by several threads. */
final class Work {
    private int underWay;
    private boolean ended;

    /** Begins something; {@link #end} must follow if this answers true. */
    synchronized boolean begin() {
        if (ended) {
            return false;
        }
        underWay++;
        return true;
    }

    synchronized void end() {
        underWay--;
        notifyAll();
    }

    /** Something may be begun once more. */
    synchronized void open() {
        ended = false;
    }

    /** Nothing is begun any more. */
    synchronized void close() {
        ended = true;
        notifyAll();
    }

    synchronized boolean isClosed() {
        return ended;
    }

    /** Waits until nothing is under way; false after the time. */
    synchronized boolean awaitEnd(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (underWay > 0) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    /** Waits until nothing is begun any more, or for some time. */
    synchronized void pause(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toMillis(); !ended && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
    }
}
