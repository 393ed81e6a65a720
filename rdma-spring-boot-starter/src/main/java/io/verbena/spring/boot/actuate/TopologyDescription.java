package io.verbena.spring.boot.actuate;

import io.verbena.error.RdmaException;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The nodes and links of a reading, for JSON.
 *
 * @param taken the time when the reading ended
 * @param nodes the nodes, the nearest first
 * @param links the links, each from its nearer end
 * @param failures the messages of requests that failed
 */
record TopologyDescription(Instant taken, List<NodeView> nodes, List<LinkView> links, List<String> failures) {

    /** A node. Its LID is 0 if it has none or if each port has its own. */
    record NodeView(String guid, String name, String type, int lid, int ports) {
        static NodeView of(Node node) {
            int lid = node.port(0).map(port -> port.lid().bits()).orElse(0);
            return new NodeView(
                    node.guid().toHex(),
                    node.description(),
                    node.type().text(),
                    lid,
                    node.info().numPorts());
        }
    }

    /** A link. */
    record LinkView(EndView from, EndView to, String state, String width, String speed) {
        static LinkView of(Port port, Port peer) {
            return new LinkView(
                    EndView.of(port),
                    EndView.of(peer),
                    port.state().text(),
                    port.width().text(),
                    port.speed().name());
        }
    }

    /** An end of a link. */
    record EndView(String guid, String name, int port) {
        static EndView of(Port port) {
            return new EndView(port.node().guid().toHex(), port.node().description(), port.number());
        }
    }

    static TopologyDescription of(SubnetSnapshot snapshot) {
        return new TopologyDescription(
                snapshot.taken(),
                snapshot.subnet().nodes().stream().map(NodeView::of).toList(),
                links(snapshot)
                        .map(port -> LinkView.of(port, port.peer().orElseThrow()))
                        .toList(),
                snapshot.failures().stream()
                        .map(RdmaException::getMessage)
                        .filter(Objects::nonNull)
                        .toList());
    }

    /** Returns the nearer end of each link. */
    static Stream<Port> links(SubnetSnapshot snapshot) {
        Set<Port> other = new HashSet<>();
        return snapshot.subnet().nodes().stream()
                .flatMap(node -> node.ports().stream())
                .filter(port -> {
                    port.peer().ifPresent(other::add);
                    return port.peer().isPresent() && !other.contains(port);
                });
    }
}
