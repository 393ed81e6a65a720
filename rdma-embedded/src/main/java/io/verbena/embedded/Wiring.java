package io.verbena.embedded;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortState;
import io.verbena.topology.Topology;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.Topology.TopologyPort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Creates the nodes of a topology and connects them. */
final class Wiring {
    // GUIDs for nodes without one: locally administered, and far enough apart for the GUIDs of their ports.
    private static final long FIRST_GUID = 0x0200000000010000L;
    private static final int GUIDS_PER_NODE = 0x100;

    private Wiring() {}

    static List<FabricNode> of(Topology topology, FabricPort.Observer observer) {
        List<FabricNode> nodes = new ArrayList<>();
        Map<String, FabricNode> byId = new HashMap<>();
        for (TopologyNode model : topology.nodes()) {
            FabricNode node =
                    new FabricNode(model, Guid.of(FIRST_GUID + (long) nodes.size() * GUIDS_PER_NODE), observer);
            nodes.add(node);
            byId.put(model.id(), node);
        }
        for (FabricNode node : nodes) {
            for (TopologyPort port : node.model().ports().values()) {
                port.peer()
                        .ifPresent(
                                peer -> port(node, port.number()).connect(port(byId.get(peer.nodeId()), peer.port())));
            }
        }
        return List.copyOf(nodes);
    }

    private static FabricPort port(@Nullable FabricNode node, int number) {
        return Objects.requireNonNull(Objects.requireNonNull(node).port(number));
    }

    /**
     * Activates all links, and makes the first port with a link of the first channel adapter the port of the subnet
     * manager.
     */
    static Optional<FabricPort> manage(List<FabricNode> nodes) {
        Optional<FabricPort> master = linked(nodes)
                .filter(port -> port.node().type() == NodeType.CHANNEL_ADAPTER)
                .findFirst();
        linked(nodes).forEach(port -> port.state(PortState.ACTIVE));
        master.ifPresent(port -> manageFrom(nodes, port));
        return master;
    }

    /** Makes a port that of the subnet manager, and sets its LID at all other ports. */
    static void manageFrom(List<FabricNode> nodes, FabricPort home) {
        home.manager(FabricPort.Manager.CLAIMED);
        linked(nodes).forEach(port -> port.managedFrom(home.lid()));
    }

    private static Stream<FabricPort> linked(List<FabricNode> nodes) {
        return nodes.stream().flatMap(FabricNode::ports).filter(FabricPort::isUp);
    }
}
