package io.verbena.sa;

import io.verbena.iba.Lid;
import java.time.Duration;

/**
 * Options of a client of the subnet administration.
 *
 * @param watchPeriod maximum age of what is known of the end port; a new LID or subnet manager is noticed within it
 * @param renewal period in which memberships and subscriptions are renewed, in case the subnet manager was restarted
 *     with its old LID
 * @param cachedPaths maximum number of cached paths; 0 disables the cache
 * @param pathLifetime time after which a cached path expires
 * @param subnetManager LID of the subnet administration; {@link Lid#NONE} for the one that the end port names
 */
public record SaOptions(
        Duration watchPeriod, Duration renewal, int cachedPaths, Duration pathLifetime, Lid subnetManager) {
    /** Watch period of one second, renewal every minute, and 4096 paths cached for one minute. */
    public static final SaOptions DEFAULTS =
            new SaOptions(Duration.ofSeconds(1), Duration.ofMinutes(1), 4096, Duration.ofMinutes(1), Lid.NONE);

    /**
     * Creates options.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public SaOptions {
        requireTime("watch period", watchPeriod);
        requireTime("renewal", renewal);
        requireTime("lifetime of a path", pathLifetime);
        if (cachedPaths < 0 || cachedPaths > 1 << 20) {
            throw new IllegalArgumentException(cachedPaths + " cached paths make no sense; give 0 to " + (1 << 20));
        }
    }

    private static void requireTime(String what, Duration time) {
        if (time.toMillis() < 1 || time.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("a " + what + " of " + time + " makes no sense; give 1 ms to 1 day");
        }
    }

    /** Returns a copy of these options with another watch period. */
    public SaOptions withWatchPeriod(Duration other) {
        return new SaOptions(other, renewal, cachedPaths, pathLifetime, subnetManager);
    }

    /** Returns a copy of these options with another renewal period. */
    public SaOptions withRenewal(Duration other) {
        return new SaOptions(watchPeriod, other, cachedPaths, pathLifetime, subnetManager);
    }

    /** Returns a copy of these options with another size and lifetime of the path cache. */
    public SaOptions withPathCache(int paths, Duration lifetime) {
        return new SaOptions(watchPeriod, renewal, paths, lifetime, subnetManager);
    }

    /** Returns a copy of these options with the LID of the subnet administration. */
    public SaOptions withSubnetManager(Lid lid) {
        return new SaOptions(watchPeriod, renewal, cachedPaths, pathLifetime, lid);
    }
}
