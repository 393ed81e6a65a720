package io.verbena.stream;

import java.time.Duration;

/**
 * How long somebody waits.
 *
 * @param timeout what was asked for
 * @param end when it is over, by {@link System#nanoTime}
 */
record Patience(Duration timeout, long end) {
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;

    static Patience of(Duration timeout) {
        boolean far = timeout.compareTo(Duration.ofNanos(LONGEST_NANOS)) > 0;
        return new Patience(timeout, System.nanoTime() + (far ? LONGEST_NANOS : Math.max(0, timeout.toNanos())));
    }

    /** At least 0. */
    long remainingNanos() {
        return Math.max(0, end - System.nanoTime());
    }

    boolean isOver() {
        return remainingNanos() == 0;
    }
}
