package io.verbena.diag.validate;

import io.verbena.diag.MellanoxAgent;
import io.verbena.diag.NodePaths;
import io.verbena.diag.PendingRequests;
import io.verbena.diag.counters.CounterSweep;
import io.verbena.diag.counters.CounterSweep.Extra;
import io.verbena.diag.validate.AttributeReading.Request;
import io.verbena.diag.validate.FabricState.Counters;
import io.verbena.diag.validate.FabricState.Manager;
import io.verbena.diag.validate.FabricState.SweepPart;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.MellanoxGeneralInfo;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortState;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.iba.SmInfo;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnGet;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.VirtualLanes;
import io.verbena.iba.VlArbitrationTable;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.Path;
import io.verbena.sa.SaClient;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.forwarding.ForwardingTables;
import io.verbena.subnet.forwarding.MulticastTables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Reads the parts of a fabric that checks need. A part of a node that cannot be read is a failure of the result. For
 * one thread.
 */
public final class FabricSweep {
    private static final int MAX_ARBITRATION_ENTRIES = 64;
    private static final int ARBITRATION_BLOCK = 32;
    private static final int HIGH_PRIORITY = 3;

    private final Subnet subnet;
    private final NodeNameMap names;
    private final MadTransactor mad;
    private final SaClient sa;
    private Duration pause = Duration.ZERO;
    private boolean resolves = true;

    /**
     * Creates a sweep.
     *
     * @param subnet the subnet, as it was discovered
     * @param names the names of nodes in findings
     * @param mad the transactor
     * @param sa the subnet administration, for multicast groups and the paths to counters
     */
    public FabricSweep(Subnet subnet, NodeNameMap names, MadTransactor mad, SaClient sa) {
        this.subnet = subnet;
        this.names = names;
        this.mad = mad;
        this.sa = sa;
    }

    /** Reads counters twice with a pause between the readings (default: once). */
    public FabricSweep pause(Duration between) {
        pause = between;
        return this;
    }

    /**
     * Reads counters with service level 0 in the default partition, instead of asking the subnet administration for paths,
     * which has none to ports of other partitions.
     */
    public FabricSweep withoutPaths() {
        resolves = false;
        return this;
    }

    /**
     * Reads parts of the fabric.
     *
     * @throws RdmaException if the end port is lost, or the thread is interrupted
     */
    public FabricState read(Set<SweepPart> parts) {
        FabricState.Builder state = FabricState.builder(subnet, names);
        if (parts.contains(SweepPart.UNICAST)) {
            ForwardingTables tables = ForwardingTables.read(subnet, mad, highestLid());
            state.unicast(tables);
            tables.failures().forEach(failure -> state.failure(String.valueOf(failure.getMessage())));
        }
        if (parts.contains(SweepPart.MULTICAST)) {
            MulticastTables tables = MulticastTables.read(subnet, mad);
            state.multicast(tables);
            tables.failures().forEach(failure -> state.failure(String.valueOf(failure.getMessage())));
        }
        if (parts.contains(SweepPart.LANES)) {
            state.lanes(lanes(state));
        }
        if (parts.contains(SweepPart.PARTITIONS)) {
            state.partitions(partitions(state));
        }
        if (parts.contains(SweepPart.MANAGERS)) {
            state.managers(managers(state));
        }
        if (parts.contains(SweepPart.GROUPS)) {
            readGroups(state);
        }
        if (parts.contains(SweepPart.COUNTERS)) {
            state.counters(counters(state));
        }
        if (parts.contains(SweepPart.FIRMWARE)) {
            state.firmware(FirmwareReading.read(subnet, mad, paths()));
        }
        return state.build();
    }

    private NodePaths paths() {
        return resolves ? NodePaths.of(sa) : NodePaths.withoutAdministration();
    }

    private Lid highestLid() {
        return Lid.of(ports().filter(port -> port.isEndPort() && port.lid().isUnicast())
                .mapToInt(port -> Math.min(port.lid().bits() | ((1 << port.lmc()) - 1), Lid.FIRST_MULTICAST.bits() - 1))
                .max()
                .orElse(0));
    }

    private LaneTables lanes(FabricState.Builder state) {
        LaneTables lanes = new LaneTables();
        read(
                state,
                SlToVlMappingTable.class,
                FabricSweep::hasSeveralLanes,
                out -> out.node().isSwitch() ? inputs(out) : List.of(0L),
                (out, modifier, table) ->
                        lanes.mapping(out.node(), (int) (modifier >>> Byte.SIZE), out.number(), table));
        read(
                state,
                VlArbitrationTable.class,
                FabricSweep::hasSeveralLanes,
                FabricSweep::blocks,
                (port, modifier, table) -> lanes.arbitration(port, table, entries(port, modifier)));
        return lanes;
    }

    /** Reads the blocks of an attribute of all ports that have it. */
    private <T extends Structure & SubnGet> void read(
            FabricState.Builder state,
            Class<T> type,
            Predicate<Port> filter,
            Function<Port, List<Long>> modifiers,
            AttributeReading.Sink<T> sink) {
        List<Request> requests = ports().filter(filter)
                .flatMap(port -> path(port).map(path -> new Request(port, path, modifiers.apply(port))).stream())
                .toList();
        AttributeReading.read(mad, type, requests, sink, state::failure);
    }

    private Stream<Port> ports() {
        return subnet.nodes().stream().flatMap(node -> node.ports().stream());
    }

    /** Returns whether a port is linked and has data lanes other than VL0, whose tables have an effect. */
    private static boolean hasSeveralLanes(Port port) {
        return port.peer().isPresent()
                && port.info()
                        .filter(info -> info.operationalVlsBits() > VirtualLanes.VL0.code())
                        .isPresent();
    }

    private static List<Long> inputs(Port out) {
        return out.node().ports().stream()
                .filter(in -> in != out && (in.number() == 0 || in.peer().isPresent()))
                .map(in -> (long) in.number() << Byte.SIZE | out.number())
                .toList();
    }

    /** Returns the blocks of the arbitration tables: low priority from 1, high priority from 3. */
    private static List<Long> blocks(Port port) {
        PortInfo info = port.info().orElseThrow();
        return LongStream.concat(
                        blocks(1, info.vlArbitrationLowCap()), blocks(HIGH_PRIORITY, info.vlArbitrationHighCap()))
                .map(block -> block << Short.SIZE | (port.node().isSwitch() ? port.number() : 0))
                .boxed()
                .toList();
    }

    private static LongStream blocks(int first, int entries) {
        int count = (Math.min(entries, MAX_ARBITRATION_ENTRIES) + ARBITRATION_BLOCK - 1) / ARBITRATION_BLOCK;
        return LongStream.range(first, first + count);
    }

    private static int entries(Port port, long modifier) {
        PortInfo info = port.info().orElseThrow();
        int block = (int) (modifier >>> Short.SIZE);
        int first = block < HIGH_PRIORITY ? 1 : HIGH_PRIORITY;
        int all = block < HIGH_PRIORITY ? info.vlArbitrationLowCap() : info.vlArbitrationHighCap();
        return Math.max(0, Math.min(ARBITRATION_BLOCK, all - (block - first) * ARBITRATION_BLOCK));
    }

    private PartitionTables partitions(FabricState.Builder state) {
        PartitionTables partitions = new PartitionTables();
        read(
                state,
                PKeyTable.class,
                port -> true,
                port -> LongStream.range(0, (capacity(port) + PartitionTables.BLOCK - 1) / PartitionTables.BLOCK)
                        .map(block -> block | (port.node().isSwitch() ? (long) port.number() << Short.SIZE : 0))
                        .boxed()
                        .toList(),
                (port, modifier, table) -> partitions.block(port, table));
        return partitions;
    }

    /** Returns the number of keys of an end port that is up, or of a switch port that enforces partitions. */
    private static int capacity(Port port) {
        if (port.isEndPort()) {
            return port.node().isSwitch() || port.peer().isPresent()
                    ? port.node().info().partitionCap()
                    : 0;
        }
        boolean enforces = port.peer().isPresent()
                && port.info()
                        .filter(info -> info.partitionEnforcementInbound() + info.partitionEnforcementOutbound() > 0)
                        .isPresent();
        Optional<SwitchInfo> info = enforces ? port.node().switchInfo() : Optional.empty();
        return info.map(SwitchInfo::partitionEnforcementCap).orElse(0);
    }

    private List<Manager> managers(FabricState.Builder state) {
        List<Manager> managers = new ArrayList<>();
        read(
                state,
                SmInfo.class,
                FabricSweep::runsManager,
                port -> List.of(0L),
                (port, modifier, info) -> managers.add(new Manager(port, info)));
        return managers;
    }

    private static boolean runsManager(Port port) {
        return port.isEndPort()
                && port.info()
                        .filter(info -> info.capabilityMask().contains(PortCapability.IS_SM))
                        .isPresent();
    }

    private void readGroups(FabricState.Builder state) {
        try {
            state.groups(sa.table(McMemberRecord.class));
        } catch (RdmaException e) {
            state.failure("cannot read the multicast groups: " + e.getMessage());
        }
    }

    private Counters counters(FabricState.Builder state) {
        CounterSweep sweep =
                new CounterSweep(mad, pause.isZero() ? EnumSet.of(Extra.CORRECTION) : EnumSet.allOf(Extra.class));
        NodePaths paths = paths();
        long start = System.nanoTime();
        CounterSweep.Outcome first = counters(sweep, paths, state);
        if (pause.isZero()) {
            return new Counters(first, null, Duration.ZERO);
        }
        try {
            TimeUnit.NANOSECONDS.sleep(pause.toNanos() - (System.nanoTime() - start));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RdmaException("interrupted between two readings of counters", e);
        }
        Duration between = Duration.ofNanos(System.nanoTime() - start);
        return new Counters(first, counters(sweep, paths, state), between);
    }

    private CounterSweep.Outcome counters(CounterSweep sweep, NodePaths paths, FabricState.Builder state) {
        // General services need active ports; a port that is not active has a finding of its own.
        List<Node> nodes = subnet.nodes().stream()
                .filter(node -> node.ports().stream().anyMatch(port -> port.state() == PortState.ACTIVE))
                .toList();
        CounterSweep.Outcome outcome =
                PendingRequests.await(mad, sweep.runAsync(nodes, paths), "the counters of " + nodes.size() + " nodes");
        outcome.failures().forEach(failure -> state.failure(String.valueOf(failure.getMessage())));
        return outcome;
    }

    /**
     * Returns a directed route if there is one, because it does not depend on the tables that are checked. The route to
     * a port of a channel adapter arrives at this port, which answers for itself only.
     */
    private Optional<Path> path(Port port) {
        Optional<Port> neighbor = port.peer().filter(peer -> peer.node().isSwitch());
        Optional<Path> path = port.node().isSwitch() || neighbor.isEmpty()
                ? subnet.pathTo(port.node())
                : neighbor.flatMap(
                        peer -> subnet.pathTo(peer.node()).map(route -> route.then(DirectedPath.of(peer.number()))));
        return path.or(port::lidPath);
    }

    /**
     * Reads the firmware versions of Mellanox devices by their vendor-specific agents. A device that does not respond has no
     * version, because its firmware may lack the agent; any number of them costs one timeout.
     */
    private static final class FirmwareReading {
        private static final int MELLANOX = 0x2c9;

        private FirmwareReading() {}

        /**
         * Reads the versions, such as {@code 20.31.1014}, by node GUID.
         *
         * @throws RdmaException if the end port is lost, or the thread is interrupted
         */
        static Map<Guid, String> read(Subnet subnet, MadTransactor mad, NodePaths paths) {
            MadTransactor quick = mad.withOptions(PendingRequests.withinOneTimeout(mad.options()));
            Map<Guid, String> versions = new ConcurrentHashMap<>();
            List<CompletableFuture<Node>> asked = new ArrayList<>();
            for (Node node : subnet.nodes()) {
                if (node.info().vendorId() == MELLANOX) {
                    node.ports().stream()
                            .filter(port -> port.isEndPort() && port.lid().isUnicast())
                            .map(Port::lid)
                            .findFirst()
                            .ifPresent(lid -> asked.add(paths.pathToAsync(lid)
                                    .thenCompose(path -> new MellanoxAgent(quick, path).generalInfoAsync())
                                    .handle((info, failure) -> {
                                        if (failure == null) {
                                            versions.put(node.guid(), version(info));
                                        }
                                        return node;
                                    })));
                }
            }
            PendingRequests.all(mad, asked, "the firmware versions of " + asked.size() + " devices");
            return versions;
        }

        private static String version(MellanoxGeneralInfo info) {
            return info.firmwareMajor() + "." + info.firmwareMinor() + "." + info.firmwareSubMinor();
        }
    }
}
