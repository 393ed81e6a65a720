package io.verbena.sm;

import io.verbena.sm.ForwardingPlan.Destination;
import io.verbena.sm.SwitchGraph.LinkFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** Routes each LID of a host by the permitted port of each switch that is used for the fewest LIDs. */
final class LeastLoadedRouting {
    private static final int MAX_PORTS = 255;

    private LeastLoadedRouting() {}

    /**
     * Computes the tables.
     *
     * @param links returns the links that packets to a switch may use
     */
    static void route(ForwardingPlan plan, IntFunction<LinkFilter> links) {
        SwitchGraph graph = plan.graph;
        Map<Integer, List<Destination>> bySwitch = new TreeMap<>();
        plan.destinations.forEach(each -> bySwitch.computeIfAbsent(each.target(), first -> new ArrayList<>())
                .add(each));
        int[][] load = new int[graph.size()][MAX_PORTS];
        int[] candidates = new int[MAX_PORTS];
        bySwitch.forEach((target, ports) -> {
            LinkFilter way = links.apply(target);
            for (int from = 0; from < graph.size(); from++) {
                if (from == target) {
                    ports.forEach(port -> direct(plan, port));
                } else {
                    int count = 0;
                    int[] peers = graph.peers(from);
                    for (int i = 0; i < peers.length; i++) {
                        if (way.allows(from, peers[i])) {
                            candidates[count++] = graph.ports(from)[i];
                        }
                    }
                    choose(plan, from, ports, load[from], candidates, count);
                }
            }
        });
    }

    private static void direct(ForwardingPlan plan, Destination port) {
        for (int lid = port.lid(); lid < port.lid() + port.lidCount(); lid++) {
            plan.set(port.target(), lid, port.exit());
        }
    }

    private static void choose(
            ForwardingPlan plan, int from, List<Destination> ports, int[] load, int[] candidates, int count) {
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            least = Math.min(least, load[candidates[i]]);
        }
        int at = 0;
        for (Destination port : ports) {
            for (int lid = port.lid(); count > 0 && lid < port.lid() + port.lidCount(); lid++) {
                // Loads only grow, so that the candidates before this one are not the least loaded again in this round.
                while (load[candidates[at]] > least) {
                    at++;
                    if (at == count) {
                        at = 0;
                        least++;
                    }
                }
                plan.set(from, lid, candidates[at]);
                if (port.isHost()) {
                    load[candidates[at]]++;
                }
            }
        }
    }
}
