package io.verbena.samples.fabricmonitor;

import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What one discovery found, as it is served.
 *
 * @param at when it ended
 * @param nodes all nodes, the nearest first
 * @param links each link once, from its end that is nearer
 * @param failures what could not be learned, and why
 */
record Topology(Instant at, List<NodeView> nodes, List<LinkView> links, List<String> failures) {

    /**
     * A node.
     *
     * @param guid its GUID
     * @param name what it calls itself
     * @param type what kind of node
     * @param route the ports by which it is reached from here
     * @param ports how many of its ports have a link
     */
    record NodeView(String guid, String name, String type, String route, long ports) {}

    /**
     * A link.
     *
     * @param from one end
     * @param to the other end
     * @param state of its near end
     * @param width how many lanes it has
     * @param speed of each lane
     */
    record LinkView(EndView from, EndView to, String state, String width, String speed) {}

    /**
     * An end of a link.
     *
     * @param guid of the node
     * @param name of the node
     * @param port the number of the port
     */
    record EndView(String guid, String name, int port) {
        @Override
        public String toString() {
            return '"' + name + "\" port " + port;
        }
    }

    static Topology of(Subnet subnet, Instant at) {
        List<Node> nodes = List.copyOf(subnet.nodes());
        return new Topology(
                at,
                nodes.stream().map(Topology::view).toList(),
                nodes.stream()
                        .flatMap(node -> node.ports().stream())
                        .filter(port -> port.peer()
                                .filter(peer -> isNearer(nodes, port, peer))
                                .isPresent())
                        .map(port -> link(port, port.peer().orElseThrow()))
                        .toList(),
                subnet.failures().stream()
                        .map(failure -> String.valueOf(failure.getMessage()))
                        .toList());
    }

    private static boolean isNearer(List<Node> nodes, Port port, Port peer) {
        int distance = nodes.indexOf(port.node()) - nodes.indexOf(peer.node());
        return distance < 0 || (distance == 0 && port.number() < peer.number());
    }

    private static NodeView view(Node node) {
        return new NodeView(
                node.guid().toString(),
                node.description(),
                node.type().text(),
                node.path().toString(),
                node.ports().stream().filter(port -> port.peer().isPresent()).count());
    }

    private static LinkView link(Port port, Port peer) {
        return new LinkView(
                end(port),
                end(peer),
                port.state().text(),
                port.width().text(),
                port.speed().name());
    }

    private static EndView end(Port port) {
        return new EndView(port.node().guid().toString(), port.node().description(), port.number());
    }

    long switches() {
        return nodes.stream()
                .filter(node -> node.type().equals(NodeType.SWITCH.text()))
                .count();
    }

    /** The ends of all links, by which two topologies can be compared. */
    Set<String> cabling() {
        return links.stream().map(link -> link.from() + " - " + link.to()).collect(Collectors.toUnmodifiableSet());
    }
}
