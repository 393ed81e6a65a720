package io.verbena.mad;

import java.time.Duration;

/**
 * How long to wait for an answer, and how much to ask at once.
 *
 * @param timeout for one try
 * @param retries how often to try again after the first time
 * @param outstanding how many requests may be under way at once on a port
 */
public record MadOptions(Duration timeout, int retries, int outstanding) {
    /** Half a second, two retries, 64 outstanding. */
    public static final MadOptions DEFAULTS = new MadOptions(Duration.ofMillis(500), 2, 64);

    /** Refuses what cannot work. */
    public MadOptions {
        if (timeout.toMillis() < 1 || timeout.toMillis() > 3_600_000) {
            throw new IllegalArgumentException(
                    "a timeout of " + timeout.toMillis() + " ms makes no sense; give 1 ms to 1 hour");
        }
        if (retries < 0 || retries > 1000) {
            throw new IllegalArgumentException(retries + " retries make no sense; give 0 to 1000");
        }
        if (outstanding < 1 || outstanding > 4096) {
            throw new IllegalArgumentException(outstanding + " outstanding requests make no sense; give 1 to 4096");
        }
    }

    /** The same with another timeout. */
    public MadOptions withTimeout(Duration other) {
        return new MadOptions(other, retries, outstanding);
    }

    /** The same with another number of retries. */
    public MadOptions withRetries(int other) {
        return new MadOptions(timeout, other, outstanding);
    }

    /** The same with another number of outstanding requests. */
    public MadOptions withOutstanding(int other) {
        return new MadOptions(timeout, retries, other);
    }

    int tries() {
        return retries + 1;
    }
}
