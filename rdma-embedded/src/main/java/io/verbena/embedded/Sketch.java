package io.verbena.embedded;

import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.NodeType;
import io.verbena.iba.VirtualLanes;
import io.verbena.topology.Topology;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.Topology.TopologyPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** A topology under construction: nodes by name, and links of 4X EDR between them. */
final class Sketch {
    private static final int VENDOR = 0x2c9;
    private static final int SWITCH_DEVICE = 0xcb20;
    private static final int ADAPTER_DEVICE = 0x1017;

    /** A node under construction. */
    record Node(
            String name, String id, NodeType type, Guid guid, int numPorts, SortedMap<Integer, TopologyPort> ports) {}

    private final List<Node> nodes = new ArrayList<>();

    static void require(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " is " + value + "; use a number from " + least + " to " + most);
        }
    }

    /** Adds nodes whose names end with their numbers, and whose GUIDs are 16 apart, and returns them. */
    List<Node> nodes(String name, NodeType type, long firstGuid, int count, int ports) {
        return IntStream.range(0, count)
                .mapToObj(i -> node(name + i, type, firstGuid + i * 16L, ports))
                .toList();
    }

    /** Adds a node. */
    Node node(String name, NodeType type, long guid, int ports) {
        Guid given = Guid.of(guid);
        String id = (type == NodeType.SWITCH ? "S-" : "H-") + given.toHex().substring(2);
        Node node = new Node(name, id, type, given, ports, new TreeMap<>());
        nodes.add(node);
        return node;
    }

    void link(Node one, int onePort, Node other, int otherPort) {
        one.ports().put(onePort, port(one, onePort, other, otherPort));
        other.ports().put(otherPort, port(other, otherPort, one, onePort));
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
        return new Topology(nodes.stream().map(Sketch::model).toList());
    }

    private static TopologyNode model(Node node) {
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
                node.name(),
                false,
                0,
                0,
                node.ports());
    }
}
