package io.verbena.diag.validate;

import io.verbena.diag.validate.RoutingGraph.Destination;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.forwarding.ForwardingTables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Checks unicast routing: every LID is reached from every switch, routes are minimal, links are used, and equally good
 * links carry similar numbers of routes.
 */
final class RoutingValidation {
    private static final int LISTED = 5;

    /** How many times the mean a link may carry before the routes of a switch are unbalanced. */
    private static final double UNEVEN = 1.5;

    private RoutingValidation() {}

    static void check(FabricState fabric, ValidationOptions options, CheckResult result) {
        new Walk(fabric.graph(), result).run();
    }

    private static final class Walk {
        private static final int BEFORE_DELIVERY = -1;
        private static final int UNKNOWN = -2;
        private static final int BROKEN = -3;
        private static final int ON_STACK = -4;
        private static final int[] NO_CHOICE = {};

        private final RoutingGraph graph;
        private final CheckResult result;
        private final int[] hops;
        private final int[] distances;
        private final int[] stack;
        private final int[][] lids;
        private final int[][] chosen;
        private final BitSet visited = new BitSet();
        private final BitSet minimal = new BitSet();
        private final List<Map<BitSet, int[]>> choices = new ArrayList<>();
        private final Map<Gap, List<Integer>> gaps = new LinkedHashMap<>();
        private final Map<BitSet, List<Integer>> loops = new LinkedHashMap<>();
        private final TreeMap<Integer, Long> histogram = new TreeMap<>();
        private long longer;
        private int worst;
        private String longest = "";

        /** A switch that does not forward, and what its table says. */
        private record Gap(int at, int exit) {}

        Walk(RoutingGraph graph, CheckResult result) {
            this.graph = graph;
            this.result = result;
            this.hops = new int[graph.size()];
            this.distances = new int[graph.size()];
            this.stack = new int[graph.size() + 1];
            this.lids = new int[graph.size()][];
            this.chosen = new int[graph.size()][];
            for (int i = 0; i < graph.size(); i++) {
                lids[i] = new int[graph.ports(i)];
                choices.add(new HashMap<>());
            }
        }

        void run() {
            int at = RoutingGraph.NONE;
            for (Destination destination : graph.destinations()) {
                if (destination.at() != at) {
                    at = destination.at();
                    graph.distances(at, distances, stack);
                    if (graph.hostsAt(at) > 0) {
                        choose();
                    }
                }
                for (int lid = destination.first(); lid < destination.first() + destination.count(); lid++) {
                    walk(destination, lid);
                    if (destination.isHost()) {
                        count(destination, lid);
                    }
                }
            }
            report();
        }

        /** Selects for each switch the counts of its minimal routes to the current switch, if there are several. */
        private void choose() {
            for (int at = 0; at < graph.size(); at++) {
                minimal.clear();
                for (int port = 1; port < graph.ports(at); port++) {
                    int peer = graph.peerOf(at, port);
                    if (peer != RoutingGraph.NONE && distances[peer] == distances[at] - 1) {
                        minimal.set(port);
                    }
                }
                chosen[at] = minimal.cardinality() < 2 ? NO_CHOICE : counts(at);
            }
        }

        private int[] counts(int at) {
            int[] known = choices.get(at).get(minimal);
            if (known == null) {
                known = new int[graph.ports(at)];
                choices.get(at).put((BitSet) minimal.clone(), known);
            }
            return known;
        }

        /** Finds the number of links between switches on the route from each switch to a LID. */
        private void walk(Destination destination, int lid) {
            Arrays.fill(hops, UNKNOWN);
            for (int from = 0; from < hops.length; from++) {
                if (hops[from] == UNKNOWN && graph.hasTable(from) && distances[from] != RoutingGraph.NONE) {
                    follow(destination, lid, from);
                }
            }
        }

        private void follow(Destination destination, int lid, int from) {
            int depth = 0;
            int at = from;
            int end = UNKNOWN;
            while (end == UNKNOWN) {
                if (hops[at] == ON_STACK) {
                    addLoop(at, depth, lid);
                    end = BROKEN;
                } else if (hops[at] != UNKNOWN) {
                    end = hops[at];
                } else {
                    hops[at] = ON_STACK;
                    stack[depth++] = at;
                    int exit = graph.exit(at, lid);
                    if (graph.delivers(at, exit, destination, lid)) {
                        end = BEFORE_DELIVERY;
                    } else if (graph.peerOf(at, exit) == RoutingGraph.NONE) {
                        addGap(at, exit, lid);
                        end = BROKEN;
                    } else {
                        at = graph.peerOf(at, exit);
                    }
                }
            }
            for (int i = depth - 1; i >= 0; i--) {
                end = end == BROKEN ? BROKEN : end + 1;
                hops[stack[i]] = end;
            }
        }

        private void addGap(int at, int exit, int lid) {
            // A table that could not be read is a failure of the sweep.
            if (graph.hasTable(at)) {
                gaps.computeIfAbsent(new Gap(at, exit), absent -> new ArrayList<>())
                        .add(lid);
            }
        }

        private void addLoop(int at, int depth, int lid) {
            BitSet circle = new BitSet();
            for (int i = depth - 1; !circle.get(at); i--) {
                circle.set(stack[i]);
            }
            loops.computeIfAbsent(circle, absent -> new ArrayList<>()).add(lid);
        }

        private void count(Destination destination, int lid) {
            visited.clear();
            for (int from = 0; from < hops.length; from++) {
                int sources = graph.hostsAt(from);
                if (sources > 0 && hops[from] >= 0) {
                    int others = from == destination.at() ? sources - 1 : sources;
                    histogram.merge(hops[from] + 1, (long) others, Long::sum);
                    countLonger(destination, from, others);
                    countLinks(from, lid);
                }
            }
        }

        /** Counts the LID at the links of a route, up to a switch that was seen on another route to it. */
        private void countLinks(int from, int lid) {
            int at = from;
            while (at != RoutingGraph.NONE && !visited.get(at)) {
                visited.set(at);
                int exit = graph.exit(at, lid);
                lids[at][exit]++;
                if (exit < chosen[at].length) {
                    chosen[at][exit]++;
                }
                at = graph.peerOf(at, exit);
            }
        }

        private void countLonger(Destination destination, int at, int sources) {
            int more = hops[at] - distances[at];
            // A host with several ports may be reached through another switch than the one of this port.
            if (more > 0) {
                longer += sources;
                if (more > worst) {
                    worst = more;
                    longest = "from " + result.nameOf(graph.node(at)) + " to "
                            + result.nameOf(destination.port().node()) + " over " + (hops[at] + 1)
                            + " switches instead of " + (distances[at] + 1);
                }
            }
        }

        private void report() {
            gaps.forEach(this::reportGap);
            loops.forEach((circle, affected) -> result.findNodes(
                    FindingKind.ROUTING_LOOP,
                    "packets to " + lids(affected) + " circulate among "
                            + circle.stream()
                                    .limit(LISTED)
                                    .mapToObj(at -> result.nameOf(graph.node(at)))
                                    .collect(Collectors.joining(", ")),
                    circle.stream().mapToObj(graph::node).toList()));
            if (longer > 0) {
                result.findNodes(
                        FindingKind.NOT_MINIMAL,
                        longer + " pairs of hosts have longer routes than necessary; the worst leads " + longest,
                        List.of());
            }
            reportUse();
            result.table(
                    "hops",
                    List.of("switches", "pairs"),
                    histogram.entrySet().stream()
                            .filter(entry -> entry.getValue() > 0)
                            .map(entry -> List.<Object>of(entry.getKey(), entry.getValue()))
                            .toList());
        }

        private void reportGap(Gap gap, List<Integer> affected) {
            Node node = graph.node(gap.at());
            boolean linked = node.port(gap.exit()).flatMap(Port::peer).isPresent();
            String reason = gap.exit() == ForwardingTables.NOWHERE
                    ? " has no entry"
                    : gap.exit() == 0
                            ? " consumes the packets"
                            : linked
                                    ? " forwards the packets to another host through port " + gap.exit()
                                    : " forwards the packets to port " + gap.exit() + ", which has no link";
            result.findOf(FindingKind.UNREACHABLE_LID, node, reason + " for " + lids(affected));
        }

        private static String lids(List<Integer> lids) {
            return (lids.size() == 1 ? "LID " : lids.size() + " LIDs: ")
                    + lids.stream().limit(LISTED).map(String::valueOf).collect(Collectors.joining(", "))
                    + (lids.size() > LISTED ? ", …" : "");
        }

        private void reportUse() {
            List<List<Object>> rows = new ArrayList<>();
            for (int at = 0; at < graph.size(); at++) {
                for (int port = 1; port < graph.ports(at); port++) {
                    int peer = graph.peerOf(at, port);
                    if (peer == RoutingGraph.NONE || !graph.hasTable(at)) {
                        continue;
                    }
                    int back = lids[peer][graph.peerPortOf(at, port)];
                    rows.add(List.of(
                            graph.node(at).guid().toHex(),
                            result.nameOf(graph.node(at)),
                            port,
                            result.nameOf(graph.node(peer)),
                            lids[at][port]));
                    boolean first = at < peer || (at == peer && port < graph.peerPortOf(at, port));
                    if (first && lids[at][port] == 0 && back == 0 && graph.hasTable(peer)) {
                        Port near = graph.port(at, port);
                        result.find(
                                FindingKind.UNUSED_LINK,
                                "no route to a host uses the link from " + result.nameOf(near) + " to "
                                        + near.peer().map(result::nameOf).orElse("nothing"),
                                near,
                                near.peer().orElse(near));
                    }
                }
                reportBalance(at);
            }
            result.table("routes", List.of("guid", "switch", "port", "peer", "lids"), rows);
        }

        private void reportBalance(int at) {
            for (Map.Entry<BitSet, int[]> choice : choices.get(at).entrySet()) {
                // A port without any route has a finding of its own.
                int[] ports = choice.getKey().stream()
                        .filter(port -> lids[at][port] > 0)
                        .toArray();
                IntSummaryStatistics counts =
                        IntStream.of(ports).map(port -> choice.getValue()[port]).summaryStatistics();
                double mean = counts.getAverage();
                if (counts.getMax() > UNEVEN * mean + 1 || (counts.getMin() == 0 && mean >= 2)) {
                    String evidence = result.nameOf(graph.node(at)) + " has equally good links with " + counts.getMin()
                            + " to " + counts.getMax() + " LIDs of hosts";
                    result.find(
                            FindingKind.UNBALANCED_ROUTES,
                            evidence,
                            IntStream.of(ports)
                                    .mapToObj(port -> graph.port(at, port))
                                    .toList());
                    return;
                }
            }
        }
    }
}
