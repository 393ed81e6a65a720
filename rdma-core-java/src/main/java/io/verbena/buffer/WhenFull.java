package io.verbena.buffer;

import java.time.Duration;

/**
 * What an allocator does when all memory that it may register is in use. It never answers memory that is not registered.
 *
 * @param timeout how long a caller waits for a buffer to be released; zero to fail at once; at most a hundred years
 */
public record WhenFull(Duration timeout) {
    private static final Duration MAX_TIMEOUT = Duration.ofDays(36_500);

    /** Refuses a negative time, and shortens one that no clock counts. */
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

    /** Waits for others to release a buffer, and fails with a {@link BuffersExhaustedException} after that time. */
    public static WhenFull waitAtMost(Duration timeout) {
        return new WhenFull(timeout);
    }
}
