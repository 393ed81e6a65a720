package io.verbena.diag.validate;

import io.verbena.diag.counters.CounterSweep;
import io.verbena.iba.Guid;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.SmInfo;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.forwarding.ForwardingTables;
import io.verbena.subnet.forwarding.MulticastTables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A fabric at one point in time, as far as it was read: its subnet, tables and counters. Immutable once it was built;
 * concurrent reads are safe.
 */
public final class FabricState {
    private final Subnet subnet;
    private final NodeNameMap names;
    private final Map<SweepPart, Object> parts;
    private final List<String> failures;
    private final @Nullable PathLevels pathLevels;
    private final boolean routesToSwitches;
    private volatile @Nullable RoutingGraph graph;

    private FabricState(Builder builder) {
        this.subnet = builder.subnet;
        this.names = builder.names;
        this.parts = new EnumMap<>(builder.parts);
        this.failures = List.copyOf(builder.failures);
        this.pathLevels = builder.pathLevels;
        this.routesToSwitches = builder.routesToSwitches;
    }

    /** Returns a builder for a fabric of which only the nodes, ports and links are known. */
    public static Builder builder(Subnet subnet, NodeNameMap names) {
        return new Builder(subnet, names);
    }

    /** Collects the parts of a fabric. For one thread. */
    public static final class Builder {
        private final Subnet subnet;
        private final NodeNameMap names;
        private final Map<SweepPart, Object> parts = new EnumMap<>(SweepPart.class);
        private final List<String> failures = new ArrayList<>();
        private @Nullable PathLevels pathLevels;
        private boolean routesToSwitches = true;

        private Builder(Subnet subnet, NodeNameMap names) {
            this.subnet = subnet;
            this.names = names;
        }

        /** Adds forwarding tables. */
        public Builder unicast(ForwardingTables tables) {
            return put(SweepPart.UNICAST, tables);
        }

        /** Adds multicast forwarding tables. */
        public Builder multicast(MulticastTables tables) {
            return put(SweepPart.MULTICAST, tables);
        }

        /** Adds the tables of virtual lanes. */
        public Builder lanes(LaneTables tables) {
            return put(SweepPart.LANES, tables);
        }

        /**
         * Adds the service levels of paths, which replace {@link ValidationOptions#serviceLevels} in the search for credit
         * loops.
         */
        public Builder pathLevels(PathLevels levels) {
            pathLevels = levels;
            return this;
        }

        /** Leaves routes to switches out of the checks of routing and credit loops (default: included). */
        public Builder withoutRoutesToSwitches() {
            routesToSwitches = false;
            return this;
        }

        /** Adds the tables of partition keys. */
        public Builder partitions(PartitionTables tables) {
            return put(SweepPart.PARTITIONS, tables);
        }

        /** Adds the subnet managers that responded. */
        public Builder managers(List<Manager> managers) {
            return put(SweepPart.MANAGERS, List.copyOf(managers));
        }

        /** Adds the multicast groups of the subnet administration. */
        public Builder groups(List<McMemberRecord> groups) {
            return put(SweepPart.GROUPS, List.copyOf(groups));
        }

        /** Adds counters. */
        public Builder counters(Counters counters) {
            return put(SweepPart.COUNTERS, counters);
        }

        /** Adds the firmware versions of nodes. */
        public Builder firmware(Map<Guid, String> versions) {
            return put(SweepPart.FIRMWARE, Map.copyOf(versions));
        }

        private Builder put(SweepPart part, Object value) {
            parts.put(part, value);
            return this;
        }

        /** Adds a description of something that could not be read. */
        public Builder failure(String what) {
            failures.add(what);
            return this;
        }

        /** Builds the state. */
        public FabricState build() {
            return new FabricState(this);
        }
    }

    /**
     * A subnet manager that responded to SMInfo.
     *
     * @param port the port at which it runs
     * @param info its state
     */
    public record Manager(Port port, SmInfo info) {}

    /**
     * One or two readings of counters.
     *
     * @param first the first reading
     * @param second the second reading; null if there is only one
     * @param pause the time between the readings
     */
    public record Counters(CounterSweep.Outcome first, CounterSweep.@Nullable Outcome second, Duration pause) {}

    /** Returns the nodes, ports and links. */
    public Subnet subnet() {
        return subnet;
    }

    Stream<Port> ports() {
        return subnet.nodes().stream().flatMap(node -> node.ports().stream());
    }

    /** Returns the names of nodes. */
    public NodeNameMap names() {
        return names;
    }

    /** Returns what could not be read. */
    public List<String> failures() {
        return failures;
    }

    /** Returns the parts that were read. */
    public Set<SweepPart> parts() {
        return Set.copyOf(parts.keySet());
    }

    /**
     * Returns the forwarding tables.
     *
     * @throws IllegalStateException if they were not read
     */
    public ForwardingTables unicast() {
        return part(SweepPart.UNICAST, ForwardingTables.class);
    }

    /**
     * Returns the multicast forwarding tables.
     *
     * @throws IllegalStateException if they were not read
     */
    public MulticastTables multicast() {
        return part(SweepPart.MULTICAST, MulticastTables.class);
    }

    @Nullable PathLevels pathLevels() {
        return pathLevels;
    }

    @Nullable LaneTables lanesIfRead() {
        return (LaneTables) parts.get(SweepPart.LANES);
    }

    /**
     * Returns the tables of virtual lanes.
     *
     * @throws IllegalStateException if they were not read
     */
    public LaneTables lanes() {
        return part(SweepPart.LANES, LaneTables.class);
    }

    /**
     * Returns the tables of partition keys.
     *
     * @throws IllegalStateException if they were not read
     */
    public PartitionTables partitions() {
        return part(SweepPart.PARTITIONS, PartitionTables.class);
    }

    /**
     * Returns the counters.
     *
     * @throws IllegalStateException if they were not read
     */
    public Counters counters() {
        return part(SweepPart.COUNTERS, Counters.class);
    }

    /**
     * Returns the subnet managers that responded.
     *
     * @throws IllegalStateException if they were not read
     */
    @SuppressWarnings("unchecked") // The builder puts nothing else.
    public List<Manager> managers() {
        return part(SweepPart.MANAGERS, List.class);
    }

    /**
     * Returns the multicast groups of the subnet administration.
     *
     * @throws IllegalStateException if they were not read
     */
    @SuppressWarnings("unchecked") // The builder puts nothing else.
    public List<McMemberRecord> groups() {
        return part(SweepPart.GROUPS, List.class);
    }

    @SuppressWarnings("unchecked") // The builder puts nothing else.
    Map<Guid, String> firmware() {
        return part(SweepPart.FIRMWARE, Map.class);
    }

    private <T> T part(SweepPart part, Class<T> type) {
        Object read = parts.get(part);
        if (read == null) {
            throw new IllegalStateException("the part " + part.id() + " of the fabric was not read");
        }
        return type.cast(read);
    }

    /** Returns the switches and their tables in arrays, which several checks share. */
    RoutingGraph graph() {
        RoutingGraph known = graph;
        if (known == null) {
            // Two threads may both compute it, with equal results.
            known = new RoutingGraph(subnet, parts.containsKey(SweepPart.UNICAST) ? unicast() : null, routesToSwitches);
            graph = known;
        }
        return known;
    }

    /** The parts of a fabric that checks need in addition to its nodes, ports and links. */
    public enum SweepPart {
        /** Linear forwarding tables of switches. */
        UNICAST,
        /** Multicast forwarding tables of switches. */
        MULTICAST,
        /** Tables that map service levels to virtual lanes, and tables of their arbitration. */
        LANES,
        /** Tables of partition keys. */
        PARTITIONS,
        /** States of subnet managers. */
        MANAGERS,
        /** Multicast groups of the subnet administration. */
        GROUPS,
        /** Counters of ports. */
        COUNTERS,
        /** Firmware versions, from vendor-specific attributes. */
        FIRMWARE;

        /** Returns the name in reports and options, such as {@code unicast}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
