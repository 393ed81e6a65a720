package io.verbena.sa;

import io.verbena.iba.Lid;
import java.time.Duration;

/**
 * How a client of the subnet administration looks after what it has asked for.
 *
 * @param watchPeriod how old the knowledge of the end port may be: a new LID or another subnet manager is noticed that late
 * @param renewal how often memberships and subscriptions are renewed though nothing has changed, for a subnet manager that was
 *     restarted behind its old LID and has forgotten them
 * @param cachedPaths how many paths are remembered, 0 for none
 * @param pathLifetime how long a path is remembered
 * @param subnetManager where the subnet administration is; {@link Lid#NONE} for where the end port says
 */
public record SaOptions(
        Duration watchPeriod, Duration renewal, int cachedPaths, Duration pathLifetime, Lid subnetManager) {
    /** One second, one minute; 4096 paths for one minute. */
    public static final SaOptions DEFAULTS =
            new SaOptions(Duration.ofSeconds(1), Duration.ofMinutes(1), 4096, Duration.ofMinutes(1), Lid.NONE);

    /** Refuses what cannot work. */
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

    /** The same with another watch period. */
    public SaOptions withWatchPeriod(Duration other) {
        return new SaOptions(other, renewal, cachedPaths, pathLifetime, subnetManager);
    }

    /** The same with another renewal. */
    public SaOptions withRenewal(Duration other) {
        return new SaOptions(watchPeriod, other, cachedPaths, pathLifetime, subnetManager);
    }

    /** The same with room for another number of paths, which are remembered for another time. */
    public SaOptions withPathCache(int paths, Duration lifetime) {
        return new SaOptions(watchPeriod, renewal, paths, lifetime, subnetManager);
    }

    /** The same with the subnet administration at this LID, whatever the end port says. */
    public SaOptions withSubnetManager(Lid lid) {
        return new SaOptions(watchPeriod, renewal, cachedPaths, pathLifetime, lid);
    }
}
