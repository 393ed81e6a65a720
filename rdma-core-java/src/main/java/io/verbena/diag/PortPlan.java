package io.verbena.diag;

import io.verbena.error.RdmaException;
import io.verbena.path.DirectedPath;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/**
 * An order in which ports can be changed without cutting off the ports that follow. Directed routes avoid the links of
 * these ports where possible, and the farthest port comes first, so that a link is cut only after the routes over it
 * were used.
 *
 * @param steps the changes in this order
 */
public record PortPlan(List<Step> steps) {
    /**
     * A port and the route to its node.
     *
     * @param port the port
     * @param path the route to its node
     */
    public record Step(Port port, DirectedPath path) {}

    /** Copies the list. */
    public PortPlan {
        steps = List.copyOf(steps);
    }

    /**
     * Plans changes that take links away.
     *
     * @throws RdmaException if a node can be reached only through the port that is to be cut, so that its response
     *     would be lost; the message names the port at the other end, which has the same effect
     */
    public static PortPlan cutting(Subnet subnet, Collection<Port> ports) {
        Ways ways = new Ways(subnet, ports);
        ports.stream().filter(ways::entersBy).findFirst().ifPresent(port -> {
            throw new RdmaException("the only route to " + port.node() + " enters through port " + port.number()
                    + ", which is to be cut; use the other end instead, "
                    + port.peer().orElseThrow());
        });
        return ways.plan(ports);
    }

    /** Plans changes of ports whose links come back, or that have none. */
    public static PortPlan of(Subnet subnet, Collection<Port> ports) {
        return new Ways(subnet, ports).plan(ports);
    }

    /** The shortest routes from the origin, over unaffected links where possible. */
    private static final class Ways {
        private final Map<Node, DirectedPath> paths = new HashMap<>();
        private final Map<Node, Port> entries = new HashMap<>();

        Ways(Subnet subnet, Collection<Port> ports) {
            Set<Port> cut = new HashSet<>(ports);
            ports.forEach(port -> port.peer().ifPresent(cut::add));
            Node origin = subnet.origin().node();
            paths.put(origin, DirectedPath.self());
            spread(subnet, List.of(origin), cut);
            spread(subnet, List.copyOf(paths.keySet()), Set.of());
        }

        private void spread(Subnet subnet, List<Node> known, Set<Port> avoided) {
            Queue<Node> next = new ArrayDeque<>(known.stream()
                    .sorted(Comparator.comparingInt(node -> path(node).hops()))
                    .toList());
            while (!next.isEmpty()) {
                Node node = next.remove();
                for (Port port : exits(subnet, node)) {
                    Port peer = port.peer().orElse(null);
                    if (peer != null && !avoided.contains(port) && !paths.containsKey(peer.node())) {
                        paths.put(peer.node(), path(node).then(port.number()));
                        entries.put(peer.node(), peer);
                        next.add(peer.node());
                    }
                }
            }
        }

        /**
         * Returns the ports through which routes continue: the origin uses its own port, and only switches forward
         * packets.
         */
        private static Collection<Port> exits(Subnet subnet, Node node) {
            return node.isSwitch()
                    ? node.ports()
                    : node.equals(subnet.origin().node()) ? List.of(subnet.origin()) : List.of();
        }

        private DirectedPath path(Node node) {
            DirectedPath path = paths.get(node);
            if (path == null) {
                throw new RdmaException("no route leads to " + node);
            }
            return path;
        }

        boolean entersBy(Port port) {
            return port.equals(entries.get(port.node()));
        }

        PortPlan plan(Collection<Port> ports) {
            List<Step> steps = new ArrayList<>();
            ports.stream().distinct().forEach(port -> steps.add(new Step(port, path(port.node()))));
            steps.sort(
                    Comparator.comparingInt((Step step) -> step.path().hops()).reversed());
            return new PortPlan(steps);
        }
    }
}
