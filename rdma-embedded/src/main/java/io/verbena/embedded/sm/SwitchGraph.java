package io.verbena.embedded.sm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The switches of a subnet by index, and the links between them. */
final class SwitchGraph {
    /** Greater than the length of any route. */
    static final int UNREACHABLE = Integer.MAX_VALUE / 2;

    /** A port that leads to another switch. */
    record Edge(int port, int to) {}

    private final List<ManagedNode> switches;
    private final Map<ManagedNode, Integer> numbers = new HashMap<>();
    private final List<List<Edge>> edges = new ArrayList<>();
    private final boolean[] hosts;

    SwitchGraph(List<ManagedNode> switches) {
        this.switches = switches;
        this.hosts = new boolean[switches.size()];
        switches.forEach(node -> numbers.put(node, numbers.size()));
        switches.forEach(node -> edges.add(edges(node)));
    }

    private List<Edge> edges(ManagedNode node) {
        List<Edge> found = new ArrayList<>();
        for (int number = 1; number <= node.numPorts(); number++) {
            ManagedPort port = node.port(number);
            ManagedPort peer = port == null ? null : port.peer();
            if (peer != null && peer.node().isSwitch()) {
                found.add(new Edge(number, number(peer.node())));
            } else if (peer != null) {
                hosts[number(node)] = true;
            }
        }
        return found;
    }

    int size() {
        return switches.size();
    }

    ManagedNode node(int number) {
        return switches.get(number);
    }

    int number(ManagedNode node) {
        Integer known = numbers.get(node);
        if (known == null) {
            throw new IllegalStateException(node + " is not a switch of this subnet");
        }
        return known;
    }

    /** Returns the links of a switch to other switches, by port. */
    List<Edge> edges(int from) {
        return edges.get(from);
    }

    /** Returns whether hosts are connected to a switch. */
    boolean hasHosts(int number) {
        return hosts[number];
    }

    /** Returns the switch port by which a port is reached; null if the port is not connected to a switch. */
    static @Nullable ManagedPort entry(ManagedPort target) {
        if (target.node().isSwitch()) {
            return target;
        }
        ManagedPort peer = target.peer();
        return peer != null && peer.node().isSwitch() ? peer : null;
    }

    /**
     * Returns the number of hops from each switch to the nearest target.
     *
     * @param allowed whether a route may use a link from the first switch to the second
     */
    int[] distances(int[] targets, BiPredicate<Integer, Integer> allowed) {
        int[] distance = new int[size()];
        Arrays.fill(distance, UNREACHABLE);
        Queue<Integer> queue = new ArrayDeque<>();
        for (int target : targets) {
            distance[target] = 0;
            queue.add(target);
        }
        for (Integer at = queue.poll(); at != null; at = queue.poll()) {
            for (Edge edge : edges(at)) {
                if (distance[edge.to] == UNREACHABLE && allowed.test(edge.to, at)) {
                    distance[edge.to] = distance[at] + 1;
                    queue.add(edge.to);
                }
            }
        }
        return distance;
    }

    /** The links that a routing algorithm permits packets to use. */
    interface PermittedLinks {
        /** The permitted links towards one switch. */
        interface To {
            /** Returns whether a permitted route from a switch exists. */
            boolean reaches(int from);

            /** Returns whether a packet may go from a switch to a neighbor. */
            boolean leads(int from, int to);
        }

        /** Returns the permitted links towards a switch. */
        To to(int target);

        /** Permits every link that leads closer to the destination. */
        record FewestHops(SwitchGraph graph) implements PermittedLinks {
            @Override
            public To to(int target) {
                int[] hops = graph.distances(new int[] {target}, (from, to) -> true);
                return new To() {
                    @Override
                    public boolean reaches(int from) {
                        return hops[from] != SwitchGraph.UNREACHABLE;
                    }

                    @Override
                    public boolean leads(int from, int to) {
                        return hops[to] == hops[from] - 1;
                    }
                };
            }
        }
    }
}
