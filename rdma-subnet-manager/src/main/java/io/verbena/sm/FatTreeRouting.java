package io.verbena.sm;

import io.verbena.iba.Guid;
import io.verbena.sm.ForwardingPlan.Destination;
import io.verbena.sm.ForwardingPlan.UnsuitableTopologyException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Routes fat trees. Each destination gets one chain of switches up to a root, chosen by the load of the links that lead
 * down to it; all other switches route up to this chain as directly as possible. The hosts of a switch are spread evenly over
 * its uplinks, and each uplink of a switch leads to the same share of all destinations.
 */
final class FatTreeRouting {
    private static final int NONE = -1;

    private FatTreeRouting() {}

    static void route(ForwardingPlan plan, List<Guid> roots) {
        SwitchGraph graph = plan.graph;
        if (graph.size() == 0) {
            return;
        }
        int[] rank = rank(graph, roots);
        for (int from = 0; from < graph.size(); from++) {
            for (int to : graph.peers(from)) {
                if (Math.abs(rank[from] - rank[to]) != 1) {
                    throw new UnsuitableTopologyException("not a fat tree: " + graph.node(from) + " of level "
                            + rank[from] + " has a link to " + graph.node(to) + " of level " + rank[to]);
                }
            }
        }
        Tree tree = new Tree(graph, rank);
        plan.destinations.forEach(each -> tree.route(plan, each));
    }

    private static int[] rank(SwitchGraph graph, List<Guid> roots) {
        if (!roots.isEmpty()) {
            int[] depth = graph.distances(UpDownLinks.roots(graph, roots));
            int deepest = Arrays.stream(depth).max().orElse(0);
            return Arrays.stream(depth).map(each -> deepest - each).toArray();
        }
        return graph.distances(
                IntStream.range(0, graph.size()).filter(graph::hasHosts).toArray());
    }

    /** The links of a tree with their loads. */
    private static final class Tree {
        private final SwitchGraph graph;
        private final int[] rank;
        // For each link of a switch, by its position: the number of hosts to which it leads down, or up.
        private final int[][] down;
        private final int[][] up;
        // For each link of a switch, the position of the same link at the other switch.
        private final int[][] reverse;
        // The output port of each switch towards the current destination.
        private final int[] exits;
        private int counted;

        Tree(SwitchGraph graph, int[] rank) {
            this.graph = graph;
            this.rank = rank;
            this.exits = new int[graph.size()];
            this.down = new int[graph.size()][];
            this.up = new int[graph.size()][];
            this.reverse = new int[graph.size()][];
            for (int each = 0; each < graph.size(); each++) {
                int links = graph.ports(each).length;
                down[each] = new int[links];
                up[each] = new int[links];
                reverse[each] = new int[links];
                for (int link = 0; link < links; link++) {
                    reverse[each][link] =
                            Arrays.binarySearch(graph.ports(graph.peers(each)[link]), graph.peerPorts(each)[link]);
                }
            }
        }

        void route(ForwardingPlan plan, Destination to) {
            for (int lid = to.lid(); lid < to.lid() + to.lidCount(); lid++) {
                Arrays.fill(exits, NONE);
                counted = to.isHost() ? 1 : 0;
                exits[to.target()] = to.exit();
                goDown(to.target());
                goUp(to.target(), counted);
                for (int from = 0; from < exits.length; from++) {
                    if (exits[from] != NONE) {
                        plan.set(from, lid, exits[from]);
                    }
                }
            }
        }

        /** Routes from the switches above one that leads down to the destination: the least loaded first. */
        private void goUp(int at, int load) {
            int[] peers = graph.peers(at);
            int first = NONE;
            for (int link = 0; link < peers.length; link++) {
                boolean better = first == NONE || load(at, link) < load(at, first);
                if (rank[peers[link]] > rank[at] && exits[peers[link]] == NONE && better) {
                    first = link;
                }
            }
            if (first == NONE) {
                return;
            }
            leadDown(at, first, load);
            for (int link = 0; link < peers.length; link++) {
                if (rank[peers[link]] > rank[at] && exits[peers[link]] == NONE) {
                    leadDown(at, link, 0);
                }
            }
        }

        private int load(int at, int link) {
            return down[graph.peers(at)[link]][reverse[at][link]];
        }

        private void leadDown(int at, int link, int load) {
            int above = graph.peers(at)[link];
            exits[above] = graph.peerPorts(at)[link];
            down[above][reverse[at][link]] += load;
            goDown(above);
            goUp(above, load);
        }

        /** Routes from the switches below one that leads to the destination, by their least loaded link to it. */
        private void goDown(int at) {
            int[] peers = graph.peers(at);
            for (int link = 0; link < peers.length; link++) {
                int below = peers[link];
                if (rank[below] < rank[at] && exits[below] == NONE) {
                    int best = reverse[at][link];
                    for (int other = link + 1; other < peers.length; other++) {
                        if (peers[other] == below && up[below][reverse[at][other]] < up[below][best]) {
                            best = reverse[at][other];
                        }
                    }
                    exits[below] = graph.ports(below)[best];
                    up[below][best] += counted;
                    goDown(below);
                }
            }
        }
    }
}
