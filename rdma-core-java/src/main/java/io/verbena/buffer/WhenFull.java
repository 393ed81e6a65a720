package io.verbena.buffer;

import java.time.Duration;

/**
 * What an allocator does when all memory that it may register is in use. It never answers memory that is not registered.
 *
 * @param patience how long a caller waits for a buffer to be released; zero to fail at once; at most a hundred years
 */
public record WhenFull(Duration patience) {
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /** Refuses a negative time, and shortens one that no clock counts. */
    public WhenFull {
        if (patience.isNegative()) {
            throw new IllegalArgumentException(
                    "a caller cannot wait for " + patience + "; say a time, or WhenFull.fail()");
        }
        patience = patience.compareTo(LONGEST) > 0 ? LONGEST : patience;
    }

    /** Fails at once with a {@link BuffersExhaustedException}; the choice for event loops, which must not wait. */
    public static WhenFull fail() {
        return new WhenFull(Duration.ZERO);
    }

    /** Waits for others to release a buffer, and fails with a {@link BuffersExhaustedException} after that time. */
    public static WhenFull waitAtMost(Duration patience) {
        return new WhenFull(patience);
    }
}
