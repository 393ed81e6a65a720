package io.verbena.verbs;

import java.time.Duration;

/** When a wait is over, by {@link System#nanoTime}. */
final class Deadline {
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final long nanoTime;

    private Deadline(long nanoTime) {
        this.nanoTime = nanoTime;
    }

    static Deadline in(Duration timeout) {
        boolean far = timeout.compareTo(Duration.ofNanos(LONGEST_NANOS)) > 0;
        return new Deadline(System.nanoTime() + (far ? LONGEST_NANOS : Math.max(0, timeout.toNanos())));
    }

    long remainingNanos() {
        return nanoTime - System.nanoTime();
    }

    boolean isOver() {
        return remainingNanos() <= 0;
    }

    /** Rounded up, so that nobody comes back too early. */
    int remainingMillis() {
        long millis = -Math.floorDiv(-Math.max(0, remainingNanos()), NANOS_PER_MILLI);
        return (int) Math.min(Integer.MAX_VALUE, millis);
    }
}
