package io.verbena.embedded;

import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.NodeType;
import io.verbena.iba.VirtualLanes;
import io.verbena.topology.Topology;
import io.verbena.topology.TopologyNode;
import io.verbena.topology.TopologyPort;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A topology while it is drawn: nodes by name, and links of 4X EDR between them. */
final class TopologySketch {
    private static final int VENDOR = 0x2c9;
    private static final int SWITCH_DEVICE = 0xcb20;
    private static final int ADAPTER_DEVICE = 0x1017;

    private record Node(String id, NodeType type, Guid guid, int numPorts, SortedMap<Integer, TopologyPort> ports) {}

    private final Map<String, Node> nodes = new LinkedHashMap<>();

    void node(String name, NodeType type, long guid, int ports) {
        String id = String.format("%s-%016x", type == NodeType.SWITCH ? "S" : "H", guid);
        nodes.put(name, new Node(id, type, Guid.of(guid), ports, new TreeMap<>()));
    }

    /** Joins two nodes that are there. */
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
                node.type() == NodeType.SWITCH ? Guid.ZERO : Guid.of(node.guid().bits() + number),
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
