package io.verbena.benchmarks;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.NodeType;
import io.verbena.iba.VirtualLanes;
import io.verbena.path.IbPath;
import io.verbena.sa.PathQuery;
import io.verbena.sa.SaClient;
import io.verbena.sm.SubnetManager;
import io.verbena.sm.SubnetManagerOptions;
import io.verbena.topology.Topology;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.Topology.TopologyPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Brings up two subnets that a router joins, in one JVM, each with a subnet manager of its own, and resolves paths from hosts of each
 * to hosts of the other one: {@code TwoSubnets TOPOLOGY}. Each subnet is the topology, whose first host gives its place to the router.
 */
public final class TwoSubnets {
    private static final long[] PREFIX = {0xfec0000000000001L, 0xfec0000000000002L};

    /** The bit in which the GUIDs of the second subnet differ from those of the first one. */
    private static final long SECOND = 0x80000000L;

    private static final String ROUTER = "R-0002c90500000000";
    private static final long ROUTER_GUID = 0x2c90500000000L;
    private static final int MAX_PATHS = 1000;

    private TwoSubnets() {}

    /** Prints the time until each subnet is up, the heap in use, and the time to resolve paths. */
    public static void main(String[] arguments) {
        try (EmbeddedFabric fabric = EmbeddedFabric.builder(joined(topology(arguments[0])))
                .unmanaged()
                .virtualTime()
                .open()) {
            System.out.printf(
                    "%s twice and a router: %d nodes%n",
                    arguments[0], fabric.nodes().size());
            for (int side = 0; side < PREFIX.length; side++) {
                long begin = System.nanoTime();
                SubnetManager manager =
                        fabric.manage("host1-" + side, SubnetManagerOptions.DEFAULTS.withSubnetPrefix(PREFIX[side]));
                System.out.printf(
                        "subnet %d: %d nodes, %s, up in %.2f s, %d failures, heap %d MB%n",
                        side,
                        manager.report().nodes(),
                        manager.state(),
                        (System.nanoTime() - begin) / 1e9,
                        manager.report().failures().size(),
                        heap());
            }
            for (int side = 0; side < PREFIX.length; side++) {
                resolve(fabric, side);
            }
        }
    }

    private static Topology topology(String argument) {
        try (EmbeddedFabric fabric =
                EmbeddedFabric.builder(argument).unmanaged().virtualTime().open()) {
            return fabric.topology();
        }
    }

    private static Topology joined(Topology single) {
        TopologyNode first = single.nodes().stream()
                .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                .findFirst()
                .orElseThrow();
        TopologyPort.Peer place = first.port(1).flatMap(TopologyPort::peer).orElseThrow();
        List<TopologyNode> nodes = new ArrayList<>();
        Map<Integer, TopologyPort> ports = new TreeMap<>();
        for (int side = 0; side < PREFIX.length; side++) {
            for (TopologyNode node : single.nodes()) {
                if (!node.id().equals(first.id())) {
                    nodes.add(copy(node, first.id(), side));
                }
            }
            ports.put(side + 1, routerPort(side + 1, new TopologyPort.Peer(id(place.nodeId(), side), place.port())));
        }
        nodes.add(new TopologyNode(
                ROUTER,
                NodeType.ROUTER,
                PREFIX.length,
                0x2c9,
                0xcb20,
                Guid.of(ROUTER_GUID),
                Guid.of(ROUTER_GUID),
                Guid.ZERO,
                "router",
                false,
                0,
                0,
                new TreeMap<>(ports)));
        return new Topology(nodes);
    }

    private static TopologyPort routerPort(int number, TopologyPort.Peer peer) {
        return new TopologyPort(
                number,
                Guid.of(ROUTER_GUID + number),
                0,
                0,
                LinkWidth.FOUR,
                LaneSpeed.EDR,
                VirtualLanes.VL0_TO_7,
                Optional.of(peer));
    }

    /** Copies a node of a subnet, where the router replaces a host. */
    private static TopologyNode copy(TopologyNode node, String host, int side) {
        TreeMap<Integer, TopologyPort> ports = new TreeMap<>();
        node.ports()
                .forEach((number, port) -> ports.put(
                        number,
                        new TopologyPort(
                                number,
                                guid(port.guid(), side),
                                0,
                                0,
                                port.width(),
                                port.speed(),
                                port.virtualLanes(),
                                port.peer()
                                        .map(peer -> peer.nodeId().equals(host)
                                                ? new TopologyPort.Peer(ROUTER, side + 1)
                                                : new TopologyPort.Peer(id(peer.nodeId(), side), peer.port())))));
        return new TopologyNode(
                id(node.id(), side),
                node.type(),
                node.numPorts(),
                node.vendorId(),
                node.deviceId(),
                guid(node.systemImageGuid(), side),
                guid(node.nodeGuid(), side),
                guid(node.portZeroGuid(), side),
                node.description() + "-" + side,
                node.enhancedPortZero(),
                0,
                0,
                ports);
    }

    private static String id(String id, int side) {
        return id + "-" + side;
    }

    private static Guid guid(Guid guid, int side) {
        return side == 0 || guid.equals(Guid.ZERO) ? guid : Guid.of(guid.bits() | SECOND);
    }

    private static long heap() {
        Runtime runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
    }

    /** Resolves paths from a host to hosts of the other subnet, and checks that they lead to the router. */
    private static void resolve(EmbeddedFabric fabric, int side) {
        String from = "host2-" + side;
        long hosts = fabric.nodes().stream()
                .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                .count();
        long paths = Math.min(MAX_PATHS, hosts / PREFIX.length);
        int router = fabric.node("router").port(side + 1).lid();
        try (Rdma rdma = Rdma.builder().driver(fabric.driver(from)).open();
                SaClient administration = rdma.sa(rdma.mad(rdma.defaultEndPort()))) {
            Gid source = new Gid(PREFIX[side], fabric.node(from).port(1).guid().bits());
            long begin = System.nanoTime();
            for (int i = 1; i <= paths; i++) {
                Gid target = new Gid(
                        PREFIX[1 - side],
                        fabric.node("host" + i + "-" + (1 - side))
                                .port(1)
                                .guid()
                                .bits());
                IbPath path = administration.resolve(PathQuery.to(target).from(source));
                if (path.dlid().bits() != router || path.hopLimit() != 255) {
                    throw new IllegalStateException("the path to " + target + " does not lead to the router: " + path);
                }
            }
            System.out.printf(
                    "%d paths from subnet %d to the other one lead to LID %d, the router: %.1f us each%n",
                    paths, side, router, (System.nanoTime() - begin) / 1e3 / paths);
        }
    }
}
