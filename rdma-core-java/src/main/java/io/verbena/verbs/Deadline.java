package io.verbena.verbs;

import java.time.Duration;

/**
 * When waiting is over: one for a call of several waits. Time begins to count with the first wait, or the first question how
 * much is left, so that whoever need not wait does not look at the clock: there are systems where a look is as dear as moving
 * 64 KiB. For one thread.
 */
public final class Deadline {
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** After so many waits, which tell how long they took, what happened between them counts, too. */
    private static final int WAITS_WITHOUT_LOOK = 32;

    private final Duration timeout;
    private long remaining;

    /** Until when {@link #remaining} counts what has gone by, if the clock was looked at. */
    private long counted;

    private boolean looked;
    private int waits;

    private Deadline(Duration timeout) {
        this.timeout = timeout;
        this.remaining = nanos(timeout);
    }

    /** In so long; at once if the time is negative. */
    public static Deadline in(Duration timeout) {
        return new Deadline(timeout);
    }

    /** A time as it can be waited: not negative, and at most some 70 years. */
    public static long nanos(Duration timeout) {
        boolean far = timeout.compareTo(Duration.ofNanos(LONGEST_NANOS)) > 0;
        return far ? LONGEST_NANOS : Math.max(0, timeout.toNanos());
    }

    /** How long it was to be, for messages. */
    public Duration timeout() {
        return timeout;
    }

    /** What is left; zero if it is over. */
    public Duration remaining() {
        return Duration.ofNanos(remainingNanos());
    }

    /** Whether nothing is left. */
    public boolean isOver() {
        return remainingNanos() == 0;
    }

    /** What is left, in nanoseconds; 0 if it is over. */
    public long remainingNanos() {
        long now = System.nanoTime();
        if (looked) {
            remaining -= now - counted;
        }
        counted = now;
        looked = true;
        return Math.max(0, remaining);
    }

    /** What is to be waited by who says {@link #left} then. */
    long nanosToWait() {
        return ++waits % WAITS_WITHOUT_LOOK == 0 ? remainingNanos() : Math.max(0, remaining);
    }

    /** A wait has left so much of what it was to wait. */
    void left(long nanos) {
        counted += Math.max(0, remaining) - nanos;
        remaining = nanos;
    }

    /** Whether the waits that were have left nothing. */
    boolean isSpent() {
        return remaining <= 0;
    }

    /** Rounded up, so that nobody comes back too early. */
    int remainingMillis() {
        long millis = -Math.floorDiv(-remainingNanos(), NANOS_PER_MILLI);
        return (int) Math.min(Integer.MAX_VALUE, millis);
    }
}
