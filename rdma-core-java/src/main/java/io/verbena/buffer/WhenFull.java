package io.verbena.buffer;

import java.time.Duration;

/**
 * The reaction of an allocator when all memory that it may register is in use. The allocator never returns unregistered memory.
 *
 * @param timeout the time to wait for a buffer to be released; zero to fail at once; at most 100 years
 */
public record WhenFull(Duration timeout) {
    private static final Duration MAX_TIMEOUT = Duration.ofDays(36_500);

    /** Refuses a negative timeout, and limits a timeout that no clock can measure. */
    public WhenFull {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException(
                    "a caller cannot wait for " + timeout + "; say a time, or WhenFull.fail()");
        }
        timeout = timeout.compareTo(MAX_TIMEOUT) > 0 ? MAX_TIMEOUT : timeout;
    }

    /** Fails at once with a {@link BuffersExhaustedException}; the choice for event loops, which must not wait. */
    public static WhenFull fail() {
        return new WhenFull(Duration.ZERO);
    }

    /** Waits for another thread to release a buffer, and fails with a {@link BuffersExhaustedException} after the timeout. */
    public static WhenFull waitAtMost(Duration timeout) {
        return new WhenFull(timeout);
    }
}
