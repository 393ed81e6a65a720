package io.verbena.embedded.sm;

import io.verbena.embedded.sm.SwitchGraph.PermittedLinks;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Up/down routing. Switches are ordered by their distance from the roots and then by GUID; a link to an earlier
 * switch leads up. A switch that can reach the destination by going down does so, even on a longer route, so that a
 * packet from above never has to turn up again.
 */
final class UpDown implements PermittedLinks {
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
                Comparator.<Integer>comparingInt(each -> rank[each])
                        .thenComparing(each -> graph.node(each).guid()));
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
                        .thenComparing(each -> graph.node(each).guid()))
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
