package io.verbena.topology;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Nodes and the links between them. Immutable. Each link appears at both of its ends.
 *
 * @param nodes the nodes in the order of the text
 */
public record Topology(List<TopologyNode> nodes) {

    /**
     * Creates a topology.
     *
     * @throws IllegalArgumentException if two nodes share an ID, or a link ends at a port that does not link back
     */
    public Topology {
        nodes = List.copyOf(nodes);
        Map<String, TopologyNode> byId = new LinkedHashMap<>();
        for (TopologyNode node : nodes) {
            if (byId.put(node.id(), node) != null) {
                throw new IllegalArgumentException("two nodes have the id \"" + node.id() + "\"");
            }
        }
        for (TopologyNode node : nodes) {
            node.ports()
                    .forEach((number, port) -> port.peer().ifPresent(peer -> {
                        TopologyPort.Peer back = Optional.ofNullable(byId.get(peer.nodeId()))
                                .flatMap(other -> other.port(peer.port()))
                                .flatMap(TopologyPort::peer)
                                .orElse(null);
                        if (back == null
                                || back.port() != number
                                || !back.nodeId().equals(node.id())) {
                            throw new IllegalArgumentException(
                                    "port " + number + " of \"" + node.id() + "\" leads to port " + peer.port()
                                            + " of \"" + peer.nodeId() + "\", which does not link back");
                        }
                    }));
        }
    }

    /** Returns the node with this ID. */
    public Optional<TopologyNode> node(String id) {
        return nodes.stream().filter(node -> node.id().equals(id)).findFirst();
    }
}
