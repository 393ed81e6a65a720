package io.verbena.diag.validate;

import io.verbena.iba.Lid;
import io.verbena.subnet.Port;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks that the switches of each multicast group form one tree. */
final class MulticastValidation {
    private static final int LISTED = 5;

    private MulticastValidation() {}

    static void check(FabricState fabric, ValidationOptions options, CheckResult result) {
        RoutingGraph graph = fabric.graph();
        MulticastTrees trees = MulticastTrees.of(graph, fabric.multicast());
        List<List<Object>> rows = new ArrayList<>();
        for (Lid group : trees.groups()) {
            Map<Integer, BitSet> exits = trees.exits(group);
            if (checkDirections(graph, group, exits, result)) {
                checkShape(graph, group, exits, result);
            }
            rows.add(List.of(
                    "0x%04x".formatted(group.bits()),
                    exits.size(),
                    exits.entrySet().stream()
                            .mapToInt(entry -> (int) entry.getValue().stream()
                                    .filter(port -> graph.endOf(entry.getKey(), port) != null || port == 0)
                                    .count())
                            .sum()));
        }
        result.table("multicast", List.of("mlid", "switches", "members"), rows);
    }

    /**
     * Checks that each link of a tree is an exit at both of its ends. Returns whether every switch to which the group is
     * forwarded has an entry for it.
     */
    private static boolean checkDirections(
            RoutingGraph graph, Lid group, Map<Integer, BitSet> tree, CheckResult result) {
        Set<Integer> without = new TreeSet<>();
        tree.forEach((at, exits) -> exits.stream()
                .filter(port -> graph.peerOf(at, port) != RoutingGraph.NONE)
                .forEach(port -> {
                    int peer = graph.peerOf(at, port);
                    BitSet back = tree.get(peer);
                    if (back == null) {
                        without.add(peer);
                    } else if (!back.get(graph.peerPortOf(at, port))) {
                        Port from = graph.port(at, port);
                        Port to = graph.port(peer, graph.peerPortOf(at, port));
                        String evidence = "group " + name(group) + " is forwarded through " + result.nameOf(from)
                                + ", but not back through " + result.nameOf(to);
                        result.find(FindingKind.MULTICAST_ONE_WAY, evidence, from, to);
                    }
                }));
        String what = " has no entry for group " + name(group) + ", which other switches forward to it";
        without.forEach(peer -> result.findOf(FindingKind.MULTICAST_SPLIT, graph.node(peer), what));
        return without.isEmpty();
    }

    /** Checks that the switches of a tree are connected, and by one link less than there are switches. */
    private static void checkShape(RoutingGraph graph, Lid group, Map<Integer, BitSet> tree, CheckResult result) {
        Set<Integer> left = new TreeSet<>(tree.keySet());
        List<Set<Integer>> parts = new ArrayList<>();
        while (!left.isEmpty()) {
            Set<Integer> part = new HashSet<>();
            int directions = collect(graph, tree, left.iterator().next(), part);
            left.removeAll(part);
            parts.add(part);
            // A link counts in each direction in which it is used; a one-way link has its own finding.
            if (directions > 2 * (part.size() - 1)) {
                result.findNodes(
                        FindingKind.MULTICAST_LOOP,
                        "group " + name(group) + " has a loop among " + names(graph, part, result),
                        part.stream().map(graph::node).toList());
            }
        }
        if (parts.size() > 1) {
            Set<Integer> least = parts.get(parts.size() - 1);
            result.findNodes(
                    FindingKind.MULTICAST_SPLIT,
                    "group " + name(group) + " has " + parts.size() + " parts; one consists of "
                            + names(graph, least, result),
                    least.stream().map(graph::node).toList());
        }
    }

    /** Collects the switches that are connected with a switch, and returns the number of directed links among them. */
    private static int collect(RoutingGraph graph, Map<Integer, BitSet> tree, int start, Set<Integer> part) {
        int directions = 0;
        ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(start));
        part.add(start);
        while (!queue.isEmpty()) {
            int at = queue.remove();
            BitSet exits = tree.getOrDefault(at, new BitSet());
            for (int port = exits.nextSetBit(0); port >= 0; port = exits.nextSetBit(port + 1)) {
                int peer = graph.peerOf(at, port);
                if (peer != RoutingGraph.NONE && tree.containsKey(peer)) {
                    directions++;
                    if (part.add(peer)) {
                        queue.add(peer);
                    }
                }
            }
        }
        return directions;
    }

    private static String names(RoutingGraph graph, Set<Integer> part, CheckResult result) {
        return part.stream()
                        .limit(LISTED)
                        .map(at -> result.nameOf(graph.node(at)))
                        .collect(Collectors.joining(", "))
                + (part.size() > LISTED ? ", …" : "");
    }

    private static String name(Lid group) {
        return "0x%04x".formatted(group.bits());
    }
}
