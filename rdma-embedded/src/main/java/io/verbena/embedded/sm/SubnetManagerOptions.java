package io.verbena.embedded.sm;

import io.verbena.iba.Gid;
import java.time.Duration;

/**
 * What a subnet manager is to do. {@link #DEFAULTS} are those of opensm.
 *
 * @param priority 0 to 15; of several subnet managers the one with the highest is master, of equal ones that with the
 *     lowest port GUID
 * @param lmc 0 to 7: how many low bits of the LIDs of hosts are free, for several ways to each
 * @param routing how ways are chosen
 * @param sweepInterval how often the master asks the switches whether something has changed
 * @param pollInterval how often a standby asks the master whether it is there
 * @param subnetPrefix the upper half of all GIDs
 * @param smKey by which subnet managers know each other, and clients of the subnet administration are trusted; not 0
 * @param mKey by which ports know their subnet manager; 0 for none. One with a key protects what can be set (level 1), for
 *     as long as it shows itself once a minute
 */
public record SubnetManagerOptions(
        int priority,
        int lmc,
        RoutingAlgorithm routing,
        Duration sweepInterval,
        Duration pollInterval,
        long subnetPrefix,
        long smKey,
        long mKey) {
    private static final int MOST_PRIORITY = 15;
    private static final int MOST_LMC = 7;

    /** Priority 0, LMC 0, the fewest hops, sweeps and polls each 10 s, link-local GIDs, SM_Key 1 and no M_Key. */
    public static final SubnetManagerOptions DEFAULTS = new SubnetManagerOptions(
            0,
            0,
            RoutingAlgorithm.MIN_HOP,
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Gid.LINK_LOCAL_PREFIX,
            1,
            0);

    /**
     * Refuses what cannot be.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public SubnetManagerOptions {
        if (priority < 0 || priority > MOST_PRIORITY) {
            throw new IllegalArgumentException(priority + " is not a priority; give 0 to 15");
        }
        if (lmc < 0 || lmc > MOST_LMC) {
            throw new IllegalArgumentException(lmc + " is not an LMC; give 0 to 7");
        }
        requirePositive("sweeps", sweepInterval);
        requirePositive("polls", pollInterval);
        if (smKey == 0) {
            throw new IllegalArgumentException("an SM_Key of 0 is none; give any other");
        }
    }

    private static void requirePositive(String of, Duration interval) {
        if (interval.isZero() || interval.isNegative()) {
            throw new IllegalArgumentException(interval + " is no interval of " + of + "; give a positive one");
        }
    }

    /** The same with another priority. */
    public SubnetManagerOptions withPriority(int other) {
        return new SubnetManagerOptions(other, lmc, routing, sweepInterval, pollInterval, subnetPrefix, smKey, mKey);
    }

    /** The same with another LMC. */
    public SubnetManagerOptions withLmc(int other) {
        return new SubnetManagerOptions(
                priority, other, routing, sweepInterval, pollInterval, subnetPrefix, smKey, mKey);
    }

    /** The same with other ways. */
    public SubnetManagerOptions withRouting(RoutingAlgorithm other) {
        return new SubnetManagerOptions(priority, lmc, other, sweepInterval, pollInterval, subnetPrefix, smKey, mKey);
    }

    /** The same with other times between sweeps, and between polls. */
    public SubnetManagerOptions withIntervals(Duration sweeps, Duration polls) {
        return new SubnetManagerOptions(priority, lmc, routing, sweeps, polls, subnetPrefix, smKey, mKey);
    }

    /** The same with another subnet prefix. */
    public SubnetManagerOptions withSubnetPrefix(long other) {
        return new SubnetManagerOptions(priority, lmc, routing, sweepInterval, pollInterval, other, smKey, mKey);
    }

    /** The same with another SM_Key and M_Key. */
    public SubnetManagerOptions withKeys(long otherSmKey, long otherMKey) {
        return new SubnetManagerOptions(
                priority, lmc, routing, sweepInterval, pollInterval, subnetPrefix, otherSmKey, otherMKey);
    }
}
