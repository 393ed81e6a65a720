package io.verbena.sa;

import io.verbena.error.Ranges;
import io.verbena.iba.Lid;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * Options of a client of the subnet administration.
 *
 * @param watchPeriod maximum age of what is known of the end port; a new LID or subnet manager is noticed within it
 * @param renewal period in which memberships and subscriptions are renewed, in case the subnet manager was restarted
 *     with its old LID
 * @param cachedPaths maximum number of cached paths; 0 disables the cache
 * @param pathLifetime time after which a cached path expires
 * @param subnetManager LID of the subnet administration; {@link Lid#NONE} for the one that the end port names
 * @param partitionIndex index of the P_Key of requests in the table of the end port; empty for the default partition
 */
public record SaOptions(
        Duration watchPeriod,
        Duration renewal,
        int cachedPaths,
        Duration pathLifetime,
        Lid subnetManager,
        OptionalInt partitionIndex) implements SaOptionsCopies {
    private static final Duration MIN_TIME = Duration.ofMillis(1);
    private static final Duration MAX_TIME = Duration.ofDays(1);

    /** Watch period of one second, renewal every minute, and 4096 paths cached for one minute. */
    public static final SaOptions DEFAULTS = new SaOptions(
            Duration.ofSeconds(1), Duration.ofMinutes(1), 4096, Duration.ofMinutes(1), Lid.NONE, OptionalInt.empty());

    /**
     * Creates options.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public SaOptions {
        Ranges.check("watch period", watchPeriod, MIN_TIME, MAX_TIME);
        Ranges.check("renewal", renewal, MIN_TIME, MAX_TIME);
        Ranges.check("lifetime of a path", pathLifetime, MIN_TIME, MAX_TIME);
        Ranges.check("cached paths", cachedPaths, 0, 1 << 20);
        Ranges.check("index of the P_Key", partitionIndex.orElse(0), 0, 0xffff);
    }
}
