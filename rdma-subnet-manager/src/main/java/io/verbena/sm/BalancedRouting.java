package io.verbena.sm;

import io.verbena.sm.ForwardingPlan.Destination;
import java.util.Arrays;

/**
 * Routes each LID by the fewest hops, and among such routes by those whose links carry the fewest routes of all hosts so
 * far. Then it assigns pairs of switches to virtual lanes on which their routes cannot deadlock.
 */
final class BalancedRouting {
    private static final int NONE = -1;

    private BalancedRouting() {}

    static void route(ForwardingPlan plan) {
        SwitchGraph graph = plan.graph;
        Links links = new Links(graph, hosts(plan));
        for (Destination each : plan.destinations) {
            links.route(plan, each);
        }
        plan.lanes(LaneAssignment.of(plan));
    }

    private static int[] hosts(ForwardingPlan plan) {
        int[] hosts = new int[plan.graph.size()];
        plan.destinations.stream().filter(Destination::isHost).forEach(each -> hosts[each.target()]++);
        return hosts;
    }

    /** The links of the switches with the number of routes that use them. */
    private static final class Links {
        private final SwitchGraph graph;
        private final int[] hosts;
        private final long[][] load;
        // For the current destination: the switches by distance, their distance, cost, exit and number of routes.
        private final int[] queue;
        private final int[] distance;
        private final long[] cost;
        private final int[] exit;
        private final long[] routes;

        Links(SwitchGraph graph, int[] hosts) {
            this.graph = graph;
            this.hosts = hosts;
            this.load = new long[graph.size()][];
            for (int each = 0; each < graph.size(); each++) {
                load[each] = new long[graph.ports(each).length];
            }
            this.queue = new int[graph.size()];
            this.distance = new int[graph.size()];
            this.cost = new long[graph.size()];
            this.exit = new int[graph.size()];
            this.routes = new long[graph.size()];
        }

        void route(ForwardingPlan plan, Destination to) {
            for (int lid = to.lid(); lid < to.lid() + to.lidCount(); lid++) {
                plan.set(to.target(), lid, to.exit());
                int count = reach(to.target());
                for (int i = 1; i < count; i++) {
                    int from = queue[i];
                    choose(from);
                    plan.set(from, lid, graph.ports(from)[exit[from]]);
                }
                if (to.isHost()) {
                    count(count);
                }
            }
        }

        private int reach(int target) {
            Arrays.fill(distance, NONE);
            distance[target] = 0;
            cost[target] = 0;
            queue[0] = target;
            int end = 1;
            for (int begin = 0; begin < end; begin++) {
                int at = queue[begin];
                for (int next : graph.peers(at)) {
                    if (distance[next] == NONE) {
                        distance[next] = distance[at] + 1;
                        queue[end++] = next;
                    }
                }
            }
            return end;
        }

        private void choose(int from) {
            int[] peers = graph.peers(from);
            exit[from] = NONE;
            for (int link = 0; link < peers.length; link++) {
                int next = peers[link];
                if (distance[next] == distance[from] - 1) {
                    long total = cost[next] + load[from][link];
                    if (exit[from] == NONE || total < cost[from]) {
                        exit[from] = link;
                        cost[from] = total;
                    }
                }
            }
        }

        /** Adds the routes of all hosts to the links that they use, the farthest switches first. */
        private void count(int count) {
            for (int i = 0; i < count; i++) {
                routes[queue[i]] = hosts[queue[i]];
            }
            for (int i = count - 1; i > 0; i--) {
                int from = queue[i];
                load[from][exit[from]] += routes[from];
                routes[graph.peers(from)[exit[from]]] += routes[from];
            }
        }
    }
}
