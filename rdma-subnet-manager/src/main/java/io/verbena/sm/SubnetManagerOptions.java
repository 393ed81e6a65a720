package io.verbena.sm;

import io.verbena.error.Ranges;
import io.verbena.iba.Gid;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The options of a subnet manager. {@link #DEFAULTS} are the defaults of opensm.
 *
 * @param priority the priority, 0 to 15. The manager with the highest priority becomes master; of equal ones, that
 *     with the lowest port GUID
 * @param lmc the LMC of hosts, 0 to 7, which gives each port 2^LMC LIDs with different routes
 * @param routing the routing algorithm with its options
 * @param sweepInterval the interval of light sweeps of the master
 * @param pollInterval the interval at which a standby manager polls the master
 * @param subnetPrefix the upper half of all GIDs
 * @param smKey the key by which subnet managers and clients of the subnet administration are trusted; not 0
 * @param mKey the key by which ports recognize their subnet manager; 0 for none. Ports with a key are protected at
 *     level 1 with a lease period of one minute
 * @param virtualLanes whether to set the mapping of service levels to virtual lanes, and the arbitration of lanes, at
 *     every port: for each pair of ports of a switch one request. Without it, the nodes keep what they have, except if
 *     the routing algorithm needs lanes
 * @param lidFile the file in which the LIDs of all ports are kept over a restart, in the form of opensm's guid2lid; null
 *     for none
 * @param partitions the partitions
 */
public record SubnetManagerOptions(
        int priority,
        int lmc,
        RoutingOptions routing,
        Duration sweepInterval,
        Duration pollInterval,
        long subnetPrefix,
        long smKey,
        long mKey,
        boolean virtualLanes,
        @Nullable Path lidFile,
        PartitionOptions partitions) implements SubnetManagerOptionsCopies {
    private static final int MAX_PRIORITY = 15;
    private static final int MAX_LMC = 7;

    /** Priority 0, LMC 0, minimum hops, sweeps and polls every 10 s, link-local GIDs, SM_Key 1, no M_Key and no
     * file of LIDs; virtual lanes are set. */
    public static final SubnetManagerOptions DEFAULTS = new SubnetManagerOptions(
            0,
            0,
            RoutingOptions.of(RoutingAlgorithm.MIN_HOP),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Gid.LINK_LOCAL_PREFIX,
            1,
            0,
            true,
            null,
            PartitionOptions.DEFAULTS);

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
}
