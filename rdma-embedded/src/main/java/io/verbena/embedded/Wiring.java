package io.verbena.embedded;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Port;
import io.verbena.embedded.node.PortObserver;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortState;
import io.verbena.topology.Topology;
import io.verbena.topology.TopologyNode;
import io.verbena.topology.TopologyPort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes nodes of a topology and lays the cables between them. */
final class Wiring {
    // For nodes without a GUID: locally administered, and wide enough apart for the GUIDs of the ports.
    private static final long FIRST_GUID = 0x0200000000010000L;
    private static final int GUIDS_PER_NODE = 0x100;

    private Wiring() {}

    static List<Node> of(Topology topology, PortObserver observer) {
        List<Node> nodes = new ArrayList<>();
        Map<String, Node> byId = new HashMap<>();
        for (TopologyNode model : topology.nodes()) {
            Node node = new Node(model, Guid.of(FIRST_GUID + (long) nodes.size() * GUIDS_PER_NODE), observer);
            nodes.add(node);
            byId.put(model.id(), node);
        }
        for (Node node : nodes) {
            for (TopologyPort port : node.model().ports().values()) {
                port.peer()
                        .ifPresent(
                                peer -> port(node, port.number()).connect(port(byId.get(peer.nodeId()), peer.port())));
            }
        }
        return List.copyOf(nodes);
    }

    private static Port port(@Nullable Node node, int number) {
        return Objects.requireNonNull(Objects.requireNonNull(node).port(number));
    }

    /** Makes the first linked port of the first channel adapter the home of the subnet manager, and all links active. */
    static Optional<Port> manage(List<Node> nodes) {
        Optional<Port> master = linked(nodes)
                .filter(port -> port.node().type() == NodeType.CHANNEL_ADAPTER)
                .findFirst();
        linked(nodes).forEach(port -> port.state(PortState.ACTIVE));
        master.ifPresent(port -> manageFrom(nodes, port));
        return master;
    }

    /** Makes a port the home of the subnet manager that the fabric is said to have, and tells all others. */
    static void manageFrom(List<Node> nodes, Port home) {
        home.manager(Port.Manager.CLAIMED);
        linked(nodes).forEach(port -> port.managedFrom(home.lid()));
    }

    private static Stream<Port> linked(List<Node> nodes) {
        return nodes.stream().flatMap(Node::ports).filter(Port::isUp);
    }
}
