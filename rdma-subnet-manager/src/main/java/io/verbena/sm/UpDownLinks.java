package io.verbena.sm;

import io.verbena.iba.Guid;
import io.verbena.sm.SwitchGraph.LinkFilter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The links of up/down routing. Switches are ordered by their distance from the roots and then by GUID; a link to an
 * earlier switch leads up. A switch that can reach the destination by going down does so, even on a longer route, so that
 * a packet from above never has to turn up again.
 */
final class UpDownLinks {
    private final SwitchGraph graph;
    // The position of each switch in the order, and the switch at each position.
    private final int[] place;
    private final int[] order;

    private UpDownLinks(SwitchGraph graph, int[] roots) {
        this.graph = graph;
        int[] rank = graph.distances(roots);
        order = IntStream.range(0, graph.size())
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(each -> rank[each])
                        .thenComparing(each -> graph.node(each).guid))
                .mapToInt(Integer::intValue)
                .toArray();
        place = new int[graph.size()];
        for (int i = 0; i < order.length; i++) {
            place[order[i]] = i;
        }
    }

    /**
     * Uses the configured roots if there are any; otherwise the switches farthest from the hosts, if that connects all
     * hosts, or the most central switch.
     *
     * @throws ForwardingPlan.UnsuitableTopologyException if no configured root exists or the roots do not connect all hosts
     */
    static UpDownLinks of(SwitchGraph graph, List<Guid> configured) {
        int[] withHosts =
                IntStream.range(0, graph.size()).filter(graph::hasHosts).toArray();
        if (!configured.isEmpty()) {
            UpDownLinks links = new UpDownLinks(graph, roots(graph, configured));
            if (!links.joins(withHosts)) {
                throw new ForwardingPlan.UnsuitableTopologyException(
                        "the configured root switches do not connect all hosts");
            }
            return links;
        }
        int[] fromHosts = graph.distances(withHosts);
        int farthest = Arrays.stream(fromHosts)
                .filter(distance -> distance != SwitchGraph.UNREACHABLE)
                .max()
                .orElse(0);
        int[] roots = IntStream.range(0, graph.size())
                .filter(each -> fromHosts[each] == farthest)
                .toArray();
        UpDownLinks many = new UpDownLinks(graph, roots);
        return many.joins(withHosts) ? many : new UpDownLinks(graph, middle(graph));
    }

    static int[] roots(SwitchGraph graph, List<Guid> configured) {
        int[] roots = IntStream.range(0, graph.size())
                .filter(each -> configured.contains(graph.node(each).guid))
                .toArray();
        if (roots.length == 0) {
            throw new ForwardingPlan.UnsuitableTopologyException(
                    "none of the configured root switches exists, such as " + configured.get(0));
        }
        return roots;
    }

    private boolean joins(int[] switches) {
        return Arrays.stream(switches).allMatch(target -> {
            int[] hops = hops(down(target));
            return Arrays.stream(switches).allMatch(from -> hops[from] < SwitchGraph.UNREACHABLE);
        });
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
        return Arrays.stream(graph.distances(from))
                .filter(distance -> distance != SwitchGraph.UNREACHABLE)
                .max()
                .orElse(0);
    }

    private boolean isUp(int from, int to) {
        return place[to] < place[from];
    }

    /** Returns the links that packets to a switch may use. */
    LinkFilter towards(int target) {
        int[] down = down(target);
        int[] hops = hops(down);
        return (from, to) -> down[from] == SwitchGraph.UNREACHABLE
                ? isUp(from, to) && hops[to] == hops[from] - 1
                : !isUp(from, to) && down[to] == down[from] - 1;
    }

    /** Returns the number of hops from each switch to a destination that only lead down. */
    private int[] down(int target) {
        return graph.distances((from, to) -> !isUp(from, to), target);
    }

    /** Returns the number of hops that lead down only, or up first where that is necessary. */
    private int[] hops(int[] down) {
        int[] hops = down.clone();
        // All switches above a switch precede it in the order.
        for (int from : order) {
            if (down[from] == SwitchGraph.UNREACHABLE) {
                for (int to : graph.peers(from)) {
                    if (isUp(from, to)) {
                        hops[from] = Math.min(hops[from], hops[to] + 1);
                    }
                }
            }
        }
        return hops;
    }
}
