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
 * The order in which many ports can be changed without cutting the way to those that follow: by directed routes that avoid
 * the links of all these ports where there is such a way, and the farthest first, so that a link that a route must take is
 * cut after that route was used.
 *
 * @param steps what to change, in this order
 */
public record PortPlan(List<Step> steps) {
    /**
     * One port, and the way to its node.
     *
     * @param port the port
     * @param path to its node
     */
    public record Step(Port port, DirectedPath path) {}

    /** Takes a copy. */
    public PortPlan {
        steps = List.copyOf(steps);
    }

    /**
     * Ports that will be without a link.
     *
     * @throws RdmaException if a node can only be reached by the very port that is to be cut, so that its answer would be
     *     lost: the message says which port at the other end does the same
     */
    public static PortPlan cutting(Subnet subnet, Collection<Port> ports) {
        Ways ways = new Ways(subnet, ports);
        ports.stream().filter(ways::entersBy).findFirst().ifPresent(port -> {
            throw new RdmaException("the only way to " + port.node() + " enters by port " + port.number()
                    + ", which is to be cut; name the other end, " + port.peer().orElseThrow());
        });
        return ways.plan(ports);
    }

    /** Ports whose links come back, or that have none. */
    public static PortPlan of(Subnet subnet, Collection<Port> ports) {
        return new Ways(subnet, ports).plan(ports);
    }

    /** The shortest ways from the origin: over links that stay if possible. */
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

        /** Goes on from nodes whose way is known, over all links but these. */
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

        /** Packets leave the origin by its own port, and pass through switches only. */
        private static Collection<Port> exits(Subnet subnet, Node node) {
            return node.isSwitch()
                    ? node.ports()
                    : node.equals(subnet.origin().node()) ? List.of(subnet.origin()) : List.of();
        }

        private DirectedPath path(Node node) {
            DirectedPath path = paths.get(node);
            if (path == null) {
                throw new RdmaException("no way leads to " + node);
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
