package io.verbena.embedded.sm;

import io.verbena.iba.LinearForwardingTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The linear forwarding tables that the switches are to have. Of ports that are equal, the one with the fewest LIDs is taken. */
final class ForwardingPlan {
    private static final int BLOCK = LinearForwardingTable.LENGTH;

    private final SwitchGraph graph;
    private final byte[][] tables;
    // How many LIDs of hosts each port of each switch leads to.
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
        Ways ways = Ways.of(algorithm, graph);
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
            Ways.To way = ways.to(target);
            ports.forEach(port -> plan.add(port, target, way));
        });
        return plan;
    }

    private void add(ManagedPort port, int target, Ways.To way) {
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

    private int choose(int from, Ways.To way, boolean counts) {
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

    /** How many blocks each table has. */
    int blocks() {
        return tables.length == 0 ? 0 : tables[0].length / BLOCK;
    }

    /** A block of the table of a switch. */
    LinearForwardingTable block(ManagedNode node, int number) {
        byte[] table = tables[graph.number(node)];
        return LinearForwardingTable.LAYOUT.copy(LinearForwardingTable.LAYOUT.wrap(table, number * BLOCK));
    }
}
