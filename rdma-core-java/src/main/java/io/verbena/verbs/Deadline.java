package io.verbena.verbs;

import java.time.Duration;

/**
 * When a wait is over. The clock is looked at only by those who wait for something that does not tell how long it took: there
 * are systems where a look is as dear as the wait. For one thread.
 */
final class Deadline {
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private long remaining;
    private long lookedAt;
    private boolean looked;

    private Deadline(long nanos) {
        remaining = nanos;
    }

    /** In so long, from the first look at it on. */
    static Deadline in(Duration timeout) {
        boolean far = timeout.compareTo(Duration.ofNanos(LONGEST_NANOS)) > 0;
        return new Deadline(far ? LONGEST_NANOS : Math.max(0, timeout.toNanos()));
    }

    long remainingNanos() {
        long now = System.nanoTime();
        if (looked) {
            remaining -= now - lookedAt;
        }
        lookedAt = now;
        looked = true;
        return remaining;
    }

    /** What is to be waited by who says {@link #left} then: not negative, and without a look at the clock unless others looked. */
    long nanosToWait() {
        return Math.max(0, looked ? remainingNanos() : remaining);
    }

    /** Nobody needs to look at the clock for what was waited so far. */
    void left(long nanos) {
        remaining = nanos;
        looked = false;
    }

    boolean isOver() {
        return (looked ? remainingNanos() : remaining) <= 0;
    }

    /** Rounded up, so that nobody comes back too early. */
    int remainingMillis() {
        long millis = -Math.floorDiv(-Math.max(0, remainingNanos()), NANOS_PER_MILLI);
        return (int) Math.min(Integer.MAX_VALUE, millis);
    }
}
