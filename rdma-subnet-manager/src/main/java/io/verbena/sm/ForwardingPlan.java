package io.verbena.sm;

import io.verbena.iba.Guid;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.sm.sa.SaSubnet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The linear forwarding tables of all switches, and the service levels that packets between them must use. */
final class ForwardingPlan {
    private static final int BLOCK = LinearForwardingTable.LENGTH;

    final SwitchGraph graph;
    private final byte[][] tables;

    /** The ports to be routed, in the order of routing: first those with a configured place, then by LID. */
    final List<Destination> destinations = new ArrayList<>();

    /** The lanes of pairs of switches; null if routes do not depend on lanes. */
    private @Nullable LaneAssignment lanes;

    record Destination(ManagedPort port, int lid, int lidCount, int target, int exit, boolean isHost) {}

    /** Thrown if a routing engine cannot route a topology. */
    static final class UnsuitableTopologyException extends RuntimeException {
        private static final long serialVersionUID = 1;

        UnsuitableTopologyException(String message) {
            super(message);
        }
    }

    private ForwardingPlan(ManagedSubnet subnet, RoutingOptions options) {
        // The order of discovery depends on response times, by which the tables of two sweeps must not differ.
        this.graph = new SwitchGraph(subnet.switches()
                .sorted(Comparator.comparing((ManagedNode node) -> node.guid))
                .toList());
        this.tables = new byte[graph.size()][(subnet.highestLid() / BLOCK + 1) * BLOCK];
        for (byte[] table : tables) {
            Arrays.fill(table, (byte) ManagedNode.NOWHERE);
        }
        Map<Guid, Integer> places = new HashMap<>();
        options.order().forEach(guid -> places.putIfAbsent(guid, places.size()));
        subnet.endPorts().filter(ManagedPort::isEndPort).forEach(this::add);
        destinations.sort(
                Comparator.<Destination>comparingInt(each -> places.getOrDefault(each.port.guid(), Integer.MAX_VALUE))
                        .thenComparingInt(Destination::lid));
    }

    /**
     * Computes the tables.
     *
     * @throws UnsuitableTopologyException if the algorithm cannot route this topology
     */
    static ForwardingPlan of(ManagedSubnet subnet, RoutingOptions options) {
        ForwardingPlan plan = new ForwardingPlan(subnet, options);
        switch (options.algorithm()) {
            case MIN_HOP -> LeastLoadedRouting.route(plan, plan::fewestHops);
            case UP_DOWN -> LeastLoadedRouting.route(plan, UpDownLinks.of(plan.graph, options.roots())::towards);
            case FAT_TREE -> FatTreeRouting.route(plan, options.roots());
            case DEADLOCK_FREE -> BalancedRouting.route(plan);
        }
        return plan;
    }

    private void add(ManagedPort port) {
        ManagedPort entry = SwitchGraph.entry(port);
        if (entry != null) {
            destinations.add(new Destination(
                    port,
                    port.lid(),
                    1 << port.lmc(),
                    graph.number(entry.node()),
                    entry.number(),
                    !port.node().isSwitch()));
        }
    }

    void set(int from, int lid, int port) {
        tables[from][lid] = (byte) port;
    }

    /** Returns the port by which a switch forwards a LID; 255 for none. */
    int get(int from, int lid) {
        return tables[from][lid] & 0xff;
    }

    void lanes(LaneAssignment assignment) {
        lanes = assignment;
    }

    @Nullable LaneAssignment lanes() {
        return lanes;
    }

    /** Returns the service levels that packets between two switches may use, one bit per level. */
    int levels(ManagedNode one, ManagedNode other) {
        boolean known = lanes != null && graph.contains(one) && graph.contains(other);
        // Each level below the number of lanes is mapped to the lane of the same number.
        return lanes == null || !known
                ? SaSubnet.Port.ALL_LEVELS
                : 1 << lanes.lane(graph.number(one), graph.number(other));
    }

    int blocks() {
        return tables.length == 0 ? 0 : tables[0].length / BLOCK;
    }

    /** Returns the table of a switch, which must not be modified. */
    byte[] table(ManagedNode node) {
        return tables[graph.number(node)];
    }

    /** Permits every link that leads closer to the destination. */
    private SwitchGraph.LinkFilter fewestHops(int target) {
        int[] hops = graph.distances(target);
        return (from, to) -> hops[to] == hops[from] - 1;
    }
}
