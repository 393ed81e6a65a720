package io.verbena.embedded;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.topology.Topology;
import io.verbena.topology.TopologyNode;
import io.verbena.topology.TopologyPort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes nodes of a topology and lays the cables between them. */
final class Wiring {
    // For nodes without a GUID: locally administered, and wide enough apart for the GUIDs of the ports.
    private static final long FIRST_GUID = 0x0200000000010000L;
    private static final int GUIDS_PER_NODE = 0x100;

    private Wiring() {}

    static List<EmbeddedNode> of(Topology topology) {
        List<EmbeddedNode> nodes = new ArrayList<>();
        Map<String, EmbeddedNode> byId = new HashMap<>();
        for (TopologyNode model : topology.nodes()) {
            EmbeddedNode node = new EmbeddedNode(model, Guid.of(FIRST_GUID + (long) nodes.size() * GUIDS_PER_NODE));
            nodes.add(node);
            byId.put(node.id(), node);
        }
        for (EmbeddedNode node : nodes) {
            for (TopologyPort port : node.model().ports().values()) {
                port.peer()
                        .ifPresent(peer -> node.port(port.number())
                                .connect(Optional.ofNullable(byId.get(peer.nodeId()))
                                        .orElseThrow()
                                        .port(peer.port())));
            }
        }
        return List.copyOf(nodes);
    }

    /** Makes the first linked port of the first channel adapter the home of the subnet manager. */
    static void manage(List<EmbeddedNode> nodes) {
        linked(nodes)
                .filter(port -> port.node().type() == NodeType.CHANNEL_ADAPTER)
                .findFirst()
                .ifPresent(master -> linked(nodes).forEach(port -> port.managedFrom(master)));
    }

    private static Stream<EmbeddedPort> linked(List<EmbeddedNode> nodes) {
        return nodes.stream().flatMap(EmbeddedNode::ports).filter(EmbeddedPort::isUp);
    }
}
