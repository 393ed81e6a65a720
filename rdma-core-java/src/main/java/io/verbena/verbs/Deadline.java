package io.verbena.verbs;

import java.time.Duration;

/**
 * A deadline for a call that may wait several times. The time starts with the first wait or the first query, so that a call that
 * need not wait does not read the clock, which is expensive on some systems. Use a deadline by one thread.
 */
public final class Deadline {
    private static final long MAX_NANOS = Long.MAX_VALUE / 4;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Number of waits after which the time between waits counts as well. */
    private static final int WAITS_WITHOUT_LOOK = 32;

    private final Duration timeout;
    private long remaining;

    /** The time up to which {@link #remaining} is current, if the clock was read. */
    private long counted;

    private boolean looked;
    private int waits;

    private Deadline(Duration timeout) {
        this.timeout = timeout;
        this.remaining = nanos(timeout);
    }

    /** Returns a deadline after a timeout, which is over immediately if the timeout is negative. */
    public static Deadline in(Duration timeout) {
        return new Deadline(timeout);
    }

    /** Returns a timeout in nanoseconds, not negative and at most 73 years. */
    public static long nanos(Duration timeout) {
        boolean far = timeout.compareTo(Duration.ofNanos(MAX_NANOS)) > 0;
        return far ? MAX_NANOS : Math.max(0, timeout.toNanos());
    }

    /** Returns the timeout, for messages. */
    public Duration timeout() {
        return timeout;
    }

    /** Returns the remaining time; zero after the deadline. */
    public Duration remaining() {
        return Duration.ofNanos(remainingNanos());
    }

    /** Returns whether the deadline is over. */
    public boolean isOver() {
        return remainingNanos() == 0;
    }

    /** Returns the remaining time in nanoseconds; 0 after the deadline. */
    public long remainingNanos() {
        long now = System.nanoTime();
        if (looked) {
            remaining -= now - counted;
        }
        counted = now;
        looked = true;
        return Math.max(0, remaining);
    }

    /** Returns the time to wait in nanoseconds; {@link #left} must follow the wait. */
    long nanosToWait() {
        return ++waits % WAITS_WITHOUT_LOOK == 0 ? remainingNanos() : Math.max(0, remaining);
    }

    /** Records the time that a wait has left over. */
    void left(long nanos) {
        counted += Math.max(0, remaining) - nanos;
        remaining = nanos;
    }

    /** Returns whether the waits have used up the time. */
    boolean isSpent() {
        return remaining <= 0;
    }

    /** Returns the remaining time in milliseconds, rounded up. */
    int remainingMillis() {
        long millis = -Math.floorDiv(-remainingNanos(), NANOS_PER_MILLI);
        return (int) Math.min(Integer.MAX_VALUE, millis);
    }
}
