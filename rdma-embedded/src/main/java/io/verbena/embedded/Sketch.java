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

/** A topology under construction: nodes by name, and links of 4X EDR between them. */
final class Sketch {
    private static final int VENDOR = 0x2c9;
    private static final int SWITCH_DEVICE = 0xcb20;
    private static final int ADAPTER_DEVICE = 0x1017;

    private record Node(String id, NodeType type, Guid guid, int numPorts, SortedMap<Integer, TopologyPort> ports) {}

    private final Map<String, Node> nodes = new LinkedHashMap<>();

    static void require(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " is " + value + "; use a number from " + least + " to " + most);
        }
    }

    /** Adds nodes whose names end with their numbers, and whose GUIDs are 16 apart. */
    void nodes(String name, NodeType type, long firstGuid, int count, int ports) {
        for (int i = 0; i < count; i++) {
            node(name + i, type, firstGuid + i * 16L, ports);
        }
    }

    void node(String name, NodeType type, long guid, int ports) {
        String id =
                (type == NodeType.SWITCH ? "S-" : "H-") + Guid.of(guid).toHex().substring(2);
        nodes.put(name, new Node(id, type, Guid.of(guid), ports, new TreeMap<>()));
    }

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
