package io.verbena.spring.boot.manager;

import io.verbena.sm.PartitionOptions;
import io.verbena.sm.RoutingAlgorithm;
import io.verbena.sm.SubnetManagerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the subnet manager.
 *
 * @param enabled Whether to run a subnet manager on the end port. It configures all nodes of the subnet.
 * @param priority Priority, from 0 to 15. Of several subnet managers, the one with the highest priority is master.
 * @param lmc LMC of hosts, from 0 to 7. Each host port gets 2^LMC LIDs.
 * @param routing Routing algorithm.
 * @param interval Interval of light sweeps, and of polls of a standby manager.
 * @param lidFile File that keeps the LIDs over a restart, in the form of guid2lid of opensm (default: none).
 * @param partitions File of partitions in the syntax of partitions.conf of opensm (default: all ports are full members of
 *     the default partition).
 */
@ConfigurationProperties(prefix = "rdma.subnet-manager")
public record SubnetManagerProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("0") int priority,
        @DefaultValue("0") int lmc,
        @DefaultValue("min-hop") RoutingAlgorithm routing,
        @DefaultValue("10s") Duration interval,
        @Nullable Path lidFile,
        @Nullable Path partitions) {
    /** Validates the numbers. */
    public SubnetManagerProperties {
        try {
            base(priority, lmc, routing, interval);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("rdma.subnet-manager: " + e.getMessage(), e);
        }
    }

    private static SubnetManagerOptions base(int priority, int lmc, RoutingAlgorithm routing, Duration interval) {
        return SubnetManagerOptions.DEFAULTS
                .withPriority(priority)
                .withLmc(lmc)
                .withRouting(routing)
                .withIntervals(interval, interval);
    }

    SubnetManagerOptions options() {
        SubnetManagerOptions options = base(priority, lmc, routing, interval).withLidFile(lidFile);
        try {
            return partitions == null ? options : options.withPartitions(PartitionOptions.read(partitions));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "rdma.subnet-manager.partitions: cannot read " + partitions + ": " + e.getMessage(), e);
        }
    }
}
