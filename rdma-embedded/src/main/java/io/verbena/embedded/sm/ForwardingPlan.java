package io.verbena.embedded.sm;

import io.verbena.embedded.sm.SubnetManagerOptions.RoutingAlgorithm;
import io.verbena.embedded.sm.SwitchGraph.PermittedLinks;
import io.verbena.iba.LinearForwardingTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The linear forwarding tables of all switches. Among equivalent ports, the one with the fewest LIDs is used. */
final class ForwardingPlan {
    private static final int BLOCK = LinearForwardingTable.LENGTH;

    private final SwitchGraph graph;
    private final byte[][] tables;
    // The number of host LIDs for which each port of each switch is used.
    private final int[][] load;

    private ForwardingPlan(SwitchGraph graph, int highestLid) {
        this.graph = graph;
        this.tables = new byte[graph.size()][(highestLid / BLOCK + 1) * BLOCK];
        this.load = new int[graph.size()][];
        for (int i = 0; i < graph.size(); i++) {
            Arrays.fill(tables[i], (byte) ManagedNode.NOWHERE);
            load[i] = new int[graph.node(i).numPorts() + 1];
        }
    }

    static ForwardingPlan of(ManagedSubnet subnet, RoutingAlgorithm algorithm) {
        SwitchGraph graph = new SwitchGraph(subnet.switches().toList());
        PermittedLinks ways = links(algorithm, graph);
        ForwardingPlan plan = new ForwardingPlan(graph, subnet.highestLid());
        Map<Integer, List<ManagedPort>> bySwitch = new TreeMap<>();
        subnet.endPorts()
                .filter(ManagedPort::isEndPort)
                .sorted(Comparator.comparingInt(ManagedPort::lid))
                .forEach(port -> {
                    ManagedPort entry = SwitchGraph.entry(port);
                    if (entry != null) {
                        bySwitch.computeIfAbsent(graph.number(entry.node()), first -> new ArrayList<>())
                                .add(port);
                    }
                });
        bySwitch.forEach((target, ports) -> {
            PermittedLinks.To way = ways.to(target);
            ports.forEach(port -> plan.add(port, target, way));
        });
        return plan;
    }

    private static PermittedLinks links(RoutingAlgorithm algorithm, SwitchGraph graph) {
        return switch (algorithm) {
            case MIN_HOP -> new PermittedLinks.FewestHops(graph);
            case UP_DOWN -> UpDown.of(graph);
        };
    }

    private void add(ManagedPort port, int target, PermittedLinks.To way) {
        ManagedPort entry = SwitchGraph.entry(port);
        int last = entry == null ? ManagedNode.NOWHERE : entry.number();
        boolean counts = !port.node().isSwitch();
        for (int lid = port.lid(); lid < port.lid() + (1 << port.lmc()); lid++) {
            for (int from = 0; from < graph.size(); from++) {
                int out = from == target ? last : choose(from, way, counts);
                tables[from][lid] = (byte) out;
            }
        }
    }

    private int choose(int from, PermittedLinks.To way, boolean counts) {
        int best = ManagedNode.NOWHERE;
        if (!way.reaches(from)) {
            return best;
        }
        for (SwitchGraph.Edge edge : graph.edges(from)) {
            boolean better = best == ManagedNode.NOWHERE || load[from][edge.port()] < load[from][best];
            if (better && way.leads(from, edge.to())) {
                best = edge.port();
            }
        }
        if (counts && best != ManagedNode.NOWHERE) {
            load[from][best]++;
        }
        return best;
    }

    /** Returns the number of blocks in each table. */
    int blocks() {
        return tables.length == 0 ? 0 : tables[0].length / BLOCK;
    }

    /** Returns a block of the table of a switch. */
    LinearForwardingTable block(ManagedNode node, int number) {
        byte[] table = tables[graph.number(node)];
        return LinearForwardingTable.LAYOUT.copy(LinearForwardingTable.LAYOUT.wrap(table, number * BLOCK));
    }

    /**
     * Up/down routing. Switches are ordered by their distance from the roots and then by GUID; a link to an earlier
     * switch leads up. A switch that can reach the destination by going down does so, even on a longer route, so that a
     * packet from above never has to turn up again.
     */
    private static final class UpDown implements PermittedLinks {
        private final SwitchGraph graph;
        // The position of each switch in the order, and the switch at each position.
        private final int[] place;
        private final Integer[] order;

        private UpDown(SwitchGraph graph, int[] roots) {
            this.graph = graph;
            int[] rank = graph.distances(roots, (from, to) -> true);
            order = IntStream.range(0, graph.size()).boxed().toArray(Integer[]::new);
            Arrays.sort(
                    order,
                    Comparator.<Integer>comparingInt(each -> rank[each]).thenComparing(each -> graph.node(each).guid));
            place = new int[graph.size()];
            for (int i = 0; i < order.length; i++) {
                place[order[i]] = i;
            }
        }

        /**
         * Uses the switches farthest from the hosts as roots, if that connects all hosts; otherwise the most central
         * switch.
         */
        static UpDown of(SwitchGraph graph) {
            int[] withHosts =
                    IntStream.range(0, graph.size()).filter(graph::hasHosts).toArray();
            int[] fromHosts = graph.distances(withHosts, (from, to) -> true);
            int farthest = Arrays.stream(fromHosts)
                    .filter(distance -> distance != SwitchGraph.UNREACHABLE)
                    .max()
                    .orElse(0);
            int[] roots = IntStream.range(0, graph.size())
                    .filter(each -> fromHosts[each] == farthest)
                    .toArray();
            UpDown many = new UpDown(graph, roots);
            return many.joins(withHosts) ? many : new UpDown(graph, middle(graph));
        }

        private boolean joins(int[] switches) {
            return Arrays.stream(switches)
                    .allMatch(target -> Arrays.stream(switches).allMatch(to(target)::reaches));
        }

        /** Returns the switch with the smallest eccentricity, and of several such switches the one with the lowest GUID. */
        private static int[] middle(SwitchGraph graph) {
            return IntStream.range(0, graph.size())
                    .boxed()
                    .min(Comparator.<Integer>comparingInt(each -> radius(graph, each))
                            .thenComparing(each -> graph.node(each).guid))
                    .stream()
                    .mapToInt(Integer::intValue)
                    .toArray();
        }

        private static int radius(SwitchGraph graph, int from) {
            return Arrays.stream(graph.distances(new int[] {from}, (one, other) -> true))
                    .filter(distance -> distance != SwitchGraph.UNREACHABLE)
                    .max()
                    .orElse(0);
        }

        private boolean isUp(int from, int to) {
            return place[to] < place[from];
        }

        @Override
        public To to(int target) {
            int[] down = graph.distances(new int[] {target}, (from, to) -> !isUp(from, to));
            int[] all = down.clone();
            // All switches above a switch precede it in the order.
            for (int from : order) {
                for (SwitchGraph.Edge edge : graph.edges(from)) {
                    if (down[from] == SwitchGraph.UNREACHABLE && isUp(from, edge.to())) {
                        all[from] = Math.min(all[from], all[edge.to()] + 1);
                    }
                }
            }
            return new Hops(down, all);
        }

        /** The number of hops to a destination: down only, and up first where that is necessary. */
        private final class Hops implements To {
            private final int[] down;
            private final int[] all;

            Hops(int[] down, int[] all) {
                this.down = down;
                this.all = all;
            }

            @Override
            public boolean reaches(int from) {
                return all[from] < SwitchGraph.UNREACHABLE;
            }

            @Override
            public boolean leads(int from, int to) {
                return down[from] == SwitchGraph.UNREACHABLE
                        ? isUp(from, to) && all[to] == all[from] - 1
                        : !isUp(from, to) && down[to] == down[from] - 1;
            }
        }
    }
}
