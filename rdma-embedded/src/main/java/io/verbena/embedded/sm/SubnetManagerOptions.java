package io.verbena.embedded.sm;

import io.verbena.error.Ranges;
import io.verbena.iba.Gid;
import java.time.Duration;

/**
 * The options of a subnet manager. {@link #DEFAULTS} are the defaults of opensm.
 *
 * @param priority the priority, 0 to 15. The manager with the highest priority becomes master; of equal ones, that
 *     with the lowest port GUID
 * @param lmc the LMC of hosts, 0 to 7, which gives each port 2^LMC LIDs with different routes
 * @param routing the routing algorithm
 * @param sweepInterval the interval of light sweeps of the master
 * @param pollInterval the interval at which a standby manager polls the master
 * @param subnetPrefix the upper half of all GIDs
 * @param smKey the key by which subnet managers and clients of the subnet administration are trusted; not 0
 * @param mKey the key by which ports recognize their subnet manager; 0 for none. Ports with a key are protected at
 *     level 1 with a lease period of one minute
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
    private static final int MAX_PRIORITY = 15;
    private static final int MAX_LMC = 7;

    /** Priority 0, LMC 0, minimum hops, sweeps and polls every 10 s, link-local GIDs, SM_Key 1 and no M_Key. */
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
     * Validates the options.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public SubnetManagerOptions {
        Ranges.check("priority", priority, 0, MAX_PRIORITY);
        Ranges.check("LMC", lmc, 0, MAX_LMC);
        requirePositive("sweeps", sweepInterval);
        requirePositive("polls", pollInterval);
        if (smKey == 0) {
            throw new IllegalArgumentException("the SM_Key must not be 0");
        }
    }

    private static void requirePositive(String of, Duration interval) {
        if (interval.isZero() || interval.isNegative()) {
            throw new IllegalArgumentException(interval + " is not an interval of " + of + "; use a positive duration");
        }
    }

    /** Returns options with another priority. */
    public SubnetManagerOptions withPriority(int other) {
        return new SubnetManagerOptions(other, lmc, routing, sweepInterval, pollInterval, subnetPrefix, smKey, mKey);
    }

    /** Returns options with another LMC. */
    public SubnetManagerOptions withLmc(int other) {
        return new SubnetManagerOptions(
                priority, other, routing, sweepInterval, pollInterval, subnetPrefix, smKey, mKey);
    }

    /** Returns options with another routing algorithm. */
    public SubnetManagerOptions withRouting(RoutingAlgorithm other) {
        return new SubnetManagerOptions(priority, lmc, other, sweepInterval, pollInterval, subnetPrefix, smKey, mKey);
    }

    /** Returns options with other intervals of sweeps and polls. */
    public SubnetManagerOptions withIntervals(Duration sweeps, Duration polls) {
        return new SubnetManagerOptions(priority, lmc, routing, sweeps, polls, subnetPrefix, smKey, mKey);
    }

    /** Returns options with another subnet prefix. */
    public SubnetManagerOptions withSubnetPrefix(long other) {
        return new SubnetManagerOptions(priority, lmc, routing, sweepInterval, pollInterval, other, smKey, mKey);
    }

    /** Returns options with another SM_Key and M_Key. */
    public SubnetManagerOptions withKeys(long otherSmKey, long otherMKey) {
        return new SubnetManagerOptions(
                priority, lmc, routing, sweepInterval, pollInterval, subnetPrefix, otherSmKey, otherMKey);
    }

    /** The routing algorithms of a subnet manager. */
    public enum RoutingAlgorithm {
        /** Routes with the fewest hops, and among them those with the fewest LIDs. */
        MIN_HOP,

        /**
         * Up/down routing: routes lead up towards the roots and then down, never up again, so that buffers cannot
         * deadlock. The roots are the switches farthest from the hosts, or the most central switch if those do not connect
         * all hosts. Two roots may be unreachable from each other.
         */
        UP_DOWN
    }
}
