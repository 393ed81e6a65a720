package io.verbena.embedded.sm;

import io.verbena.embedded.sm.SwitchGraph.PermittedLinks;
import io.verbena.iba.LinearForwardingTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
}
