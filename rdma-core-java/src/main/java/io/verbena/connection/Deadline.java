package io.verbena.connection;

import java.time.Duration;

/** When a wait is over, by {@link System#nanoTime}: one for a call of several waits, of several threads. A value. */
public final class Deadline {
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;

    private final long nanoTime;

    private Deadline(long nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** So long from this moment; at once if the time is negative. */
    public static Deadline in(Duration timeout) {
        return new Deadline(System.nanoTime() + nanos(timeout));
    }

    /** A time as it can be waited: not negative, and at most some 70 years. */
    static long nanos(Duration timeout) {
        boolean far = timeout.compareTo(Duration.ofNanos(LONGEST_NANOS)) > 0;
        return far ? LONGEST_NANOS : Math.max(0, timeout.toNanos());
    }

    /** What is left; zero if it is over. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
    }

    /** Whether nothing is left. */
    public boolean isOver() {
        return nanoTime - System.nanoTime() <= 0;
    }
}
