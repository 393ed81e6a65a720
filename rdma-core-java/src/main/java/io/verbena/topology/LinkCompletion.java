package io.verbena.topology;

import java.util.List;
import java.util.Map;

/** Connects the two ends of each link, and adds an end that the text omits. */
final class LinkCompletion {
    private final Map<String, NodeDraft> byId;

    LinkCompletion(Map<String, NodeDraft> byId) {
        this.byId = byId;
    }

    void complete(List<NodeDraft> nodes) {
        for (NodeDraft node : nodes) {
            // A copy, because a cable between two ports of one node adds a port to the map that is being iterated.
            for (PortDraft port : List.copyOf(node.ports().values())) {
                port.connect(opposite(node, port));
            }
        }
    }

    private PortDraft opposite(NodeDraft node, PortDraft port) {
        TopologyPort.Peer peer = port.peer();
        NodeDraft other = byId.get(peer.nodeId());
        if (other == null) {
            throw port.line().expected("the id of a node of this topology at the other end");
        }
        if (peer.port() > other.numPorts()) {
            throw port.line().expected("a port of \"" + other.id() + "\", from 1 to " + other.numPorts());
        }
        if (other == node && peer.port() == port.number()) {
            throw port.line().expected("another port than this one at the other end");
        }
        PortDraft end = other.ports().computeIfAbsent(peer.port(), missing -> new PortDraft(other, port));
        if (!end.leadsTo(node, port.number())) {
            throw port.line()
                    .expected("a free port of \"" + other.id() + "\", whose port " + peer.port() + " leads to port "
                            + end.peer().port() + " of \"" + end.peer().nodeId() + "\"");
        }
        // Immediately, because a node that precedes this one is not visited again.
        end.connect(port);
        return end;
    }
}
