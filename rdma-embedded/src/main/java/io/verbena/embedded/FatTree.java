package io.verbena.embedded;

import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.NodeType;
import io.verbena.iba.VirtualLanes;
import io.verbena.topology.Topology;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.Topology.TopologyPort;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Builds fat trees, whose nodes are named {@code spine0}, {@code leaf0}, {@code host0} and so on. */
final class FatTree {
    private static final int MAX_PORTS = 254;
    private static final int USUAL_PORTS = 36;
    private static final long SPINES = 0x0002c90200000000L;
    private static final long LEAVES = 0x0002c90300000000L;
    private static final long MIDDLES = 0x0002c90400000000L;
    private static final long HOSTS = 0x0008f10000000000L;

    private final Sketch sketch = new Sketch();

    private FatTree() {}

    /**
     * Returns a tree in which every leaf is connected to every spine. Port n of a spine leads to leaf n-1; the ports of
     * a leaf lead to the spines first, then to its hosts.
     *
     * @throws IllegalArgumentException if a switch would have no ports or more than 254
     */
    static Topology twoLevels(int spines, int leaves, int hostsPerLeaf) {
        require("spines", spines, leaves == 1 ? 0 : 1, MAX_PORTS - 1);
        require("leaves", leaves, 1, MAX_PORTS);
        require("hosts per leaf", hostsPerLeaf, 1, MAX_PORTS - spines);
        FatTree tree = new FatTree();
        tree.switches("spine", SPINES, spines, Math.max(USUAL_PORTS, leaves));
        tree.switches("leaf", LEAVES, leaves, Math.max(USUAL_PORTS, spines + hostsPerLeaf));
        tree.hosts(leaves * hostsPerLeaf);
        for (int leaf = 0; leaf < leaves; leaf++) {
            for (int spine = 0; spine < spines; spine++) {
                tree.sketch.link("spine" + spine, leaf + 1, "leaf" + leaf, spine + 1);
            }
            for (int host = 0; host < hostsPerLeaf; host++) {
                tree.sketch.link("leaf" + leaf, spines + host + 1, "host" + (leaf * hostsPerLeaf + host), 1);
            }
        }
        return tree.sketch.topology();
    }

    /**
     * Returns the largest three-level tree of switches with a number of ports: K³/4 hosts and 5K²/4 switches. The lower
     * half of the ports of a leaf leads to hosts, and that of a middle switch to the leaves of its pod; the upper half
     * leads up.
     *
     * @throws IllegalArgumentException if the number of ports is odd, or the subnet has too few LIDs
     */
    static Topology threeLevels(int ports) {
        require("ports per switch", ports, 2, 56);
        if (ports % 2 != 0) {
            throw new IllegalArgumentException(
                    "ports per switch is " + ports + "; the number must be even, because half of the ports lead up");
        }
        int half = ports / 2;
        FatTree tree = new FatTree();
        tree.switches("spine", SPINES, half * half, ports);
        tree.switches("middle", MIDDLES, ports * half, ports);
        tree.switches("leaf", LEAVES, ports * half, ports);
        tree.hosts(ports * half * half);
        for (int pod = 0; pod < ports; pod++) {
            for (int above = 0; above < half; above++) {
                String middle = "middle" + (pod * half + above);
                for (int below = 0; below < half; below++) {
                    int leaf = pod * half + below;
                    tree.sketch.link(middle, below + 1, "leaf" + leaf, half + above + 1);
                    tree.sketch.link(middle, half + below + 1, "spine" + (above * half + below), pod + 1);
                    tree.sketch.link("leaf" + leaf, above + 1, "host" + (leaf * half + above), 1);
                }
            }
        }
        return tree.sketch.topology();
    }

    private static void require(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " is " + value + "; use a number from " + least + " to " + most);
        }
    }

    private void switches(String name, long firstGuid, int count, int ports) {
        nodes(name, NodeType.SWITCH, firstGuid, count, ports);
    }

    private void hosts(int count) {
        nodes("host", NodeType.CHANNEL_ADAPTER, HOSTS, count, 1);
    }

    private void nodes(String name, NodeType type, long firstGuid, int count, int ports) {
        for (int i = 0; i < count; i++) {
            sketch.node(name + i, type, firstGuid + i * 16L, ports);
        }
    }

    /** A topology under construction: nodes by name, and links of 4X EDR between them. */
    static final class Sketch {
        private static final int VENDOR = 0x2c9;
        private static final int SWITCH_DEVICE = 0xcb20;
        private static final int ADAPTER_DEVICE = 0x1017;

        private record Node(
                String id, NodeType type, Guid guid, int numPorts, SortedMap<Integer, TopologyPort> ports) {}

        private final Map<String, Node> nodes = new LinkedHashMap<>();

        void node(String name, NodeType type, long guid, int ports) {
            String id = String.format("%s-%016x", type == NodeType.SWITCH ? "S" : "H", guid);
            nodes.put(name, new Node(id, type, Guid.of(guid), ports, new TreeMap<>()));
        }

        /** Links two existing nodes. */
        void link(String one, int onePort, String other, int otherPort) {
            Node from = existing(one);
            Node to = existing(other);
            from.ports().put(onePort, port(from, onePort, to, otherPort));
            to.ports().put(otherPort, port(to, otherPort, from, onePort));
        }

        private Node existing(String name) {
            @Nullable Node node = nodes.get(name);
            if (node == null) {
                throw new IllegalStateException("there is no node '" + name + "' to link");
            }
            return node;
        }

        private static TopologyPort port(Node node, int number, Node peer, int peerPort) {
            return new TopologyPort(
                    number,
                    node.type() == NodeType.SWITCH
                            ? Guid.ZERO
                            : Guid.of(node.guid().bits() + number),
                    0,
                    0,
                    LinkWidth.FOUR,
                    LaneSpeed.EDR,
                    VirtualLanes.VL0_TO_7,
                    Optional.of(new TopologyPort.Peer(peer.id(), peerPort)));
        }

        Topology topology() {
            return new Topology(nodes.entrySet().stream()
                    .map(entry -> model(entry.getKey(), entry.getValue()))
                    .toList());
        }

        private static TopologyNode model(String name, Node node) {
            boolean forwards = node.type() == NodeType.SWITCH;
            return new TopologyNode(
                    node.id(),
                    node.type(),
                    node.numPorts(),
                    VENDOR,
                    forwards ? SWITCH_DEVICE : ADAPTER_DEVICE,
                    node.guid(),
                    node.guid(),
                    forwards ? node.guid() : Guid.ZERO,
                    name,
                    false,
                    0,
                    0,
                    node.ports());
        }
    }
}
