package io.verbena.sm;

import io.verbena.sm.ForwardingPlan.Destination;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Routes each LID of a host by the permitted port of each switch that is used for the fewest LIDs. */
final class LeastLoadedRouting implements ForwardingPlan.Engine {
    private static final int MAX_PORTS = 255;

    private final Function<SwitchGraph, PermittedLinks> algorithm;

    /** The links that a routing algorithm permits packets to use. */
    interface PermittedLinks {
        Towards towards(int target);
    }

    interface Towards {
        boolean reaches(int from);

        boolean leads(int from, int to);
    }

    LeastLoadedRouting(Function<SwitchGraph, PermittedLinks> algorithm) {
        this.algorithm = algorithm;
    }

    @Override
    public void route(ForwardingPlan plan) {
        SwitchGraph graph = plan.graph;
        PermittedLinks links = algorithm.apply(graph);
        Map<Integer, List<Destination>> bySwitch = new TreeMap<>();
        plan.destinations.forEach(each -> bySwitch.computeIfAbsent(each.target(), first -> new ArrayList<>())
                .add(each));
        int[][] load = new int[graph.size()][MAX_PORTS];
        int[] candidates = new int[MAX_PORTS];
        bySwitch.forEach((target, ports) -> {
            Towards way = links.towards(target);
            for (int from = 0; from < graph.size(); from++) {
                if (from == target) {
                    ports.forEach(port -> direct(plan, port));
                } else if (way.reaches(from)) {
                    int count = 0;
                    int[] peers = graph.peers(from);
                    for (int i = 0; i < peers.length; i++) {
                        if (way.leads(from, peers[i])) {
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
