package io.verbena.diag.validate;

import io.verbena.iba.Guid;
import io.verbena.iba.LinkRate;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Checks the shape of a fabric. Its switches have levels by their distance from hosts. In a fat tree, links lead only
 * to adjacent levels, and switches of a level have the same number of links upward. In a Dragonfly+, the switches of
 * the upper level are linked with those of all other groups.
 */
final class ShapeValidation {
    /** At most one of this number of pairs of switches has more links by mistake. */
    private static final int PLANNED_FRACTION = 4;

    private ShapeValidation() {}

    static void check(FabricState fabric, ValidationOptions options, CheckResult result) {
        new Shape(fabric, result).check();
    }

    private static final class Shape {
        private final RoutingGraph graph;
        private final FabricState fabric;
        private final CheckResult result;
        private final int[] levels;
        private final int[] up;
        private final int[] across;

        Shape(FabricState fabric, CheckResult result) {
            this.fabric = fabric;
            this.graph = fabric.graph();
            this.result = result;
            this.levels = new int[graph.size()];
            this.up = new int[graph.size()];
            this.across = new int[graph.size()];
            findLevels();
            graph.links((at, port, peer) -> {
                up[at] += levels[peer] > levels[at] ? 1 : 0;
                across[at] += levels[peer] == levels[at] ? 1 : 0;
            });
        }

        private void findLevels() {
            Arrays.fill(levels, RoutingGraph.NONE);
            ArrayDeque<Integer> queue = new ArrayDeque<>();
            IntStream.range(0, graph.size()).filter(at -> graph.hostsAt(at) > 0).forEach(at -> {
                levels[at] = 0;
                queue.add(at);
            });
            while (!queue.isEmpty()) {
                int at = queue.remove();
                graph.peers(at)
                        .filter(peer -> levels[peer] == RoutingGraph.NONE)
                        .forEach(peer -> {
                            levels[peer] = levels[at] + 1;
                            queue.add(peer);
                        });
            }
        }

        void check() {
            int top = Arrays.stream(levels).max().orElse(0);
            boolean tree = Arrays.stream(across).allMatch(links -> links == 0);
            boolean dragonfly = !tree
                    && top == 1
                    && IntStream.range(0, graph.size()).allMatch(at -> levels[at] == 1 || across[at] == 0);
            String name = graph.size() < 2 ? "single switch" : tree ? "fat tree" : dragonfly ? "Dragonfly+" : "other";
            if (tree || dragonfly) {
                checkUplinks();
                checkParallelUplinks();
            }
            int groups = dragonfly ? checkGroups() : 1;
            checkRails();
            reportLevels(name, top);
            if (tree || dragonfly) {
                reportBisection(name, top, groups);
            }
        }

        /** Compares the links upward of the switches of each level with the most frequent number. */
        private void checkUplinks() {
            Map<Integer, List<Integer>> counts = new HashMap<>();
            for (int at = 0; at < graph.size(); at++) {
                counts.computeIfAbsent(levels[at], absent -> new ArrayList<>()).add(up[at]);
            }
            Map<Integer, Integer> usualOfLevel = new HashMap<>();
            counts.forEach((level, links) -> usualOfLevel.put(level, usual(links)));
            for (int at = 0; at < graph.size(); at++) {
                int usual = Objects.requireNonNull(usualOfLevel.get(levels[at]));
                if (up[at] < usual) {
                    String what = " has " + up[at] + " links upward, and most switches of level " + levels[at]
                            + " have " + usual;
                    result.findOf(FindingKind.FEWER_UPLINKS, graph.node(at), what);
                }
            }
        }

        /**
         * Compares the number of parallel links of each pair of switches of adjacent levels with the most frequent one. If more
         * than a quarter of the pairs have more links, they are planned so.
         */
        private void checkParallelUplinks() {
            Map<Integer, Map<List<Integer>, Integer>> links = new TreeMap<>();
            graph.links((at, port, peer) -> {
                if (levels[peer] > levels[at]) {
                    links.computeIfAbsent(levels[at], absent -> new LinkedHashMap<>())
                            .merge(List.of(at, peer), 1, Integer::sum);
                }
            });
            for (Map<List<Integer>, Integer> level : links.values()) {
                int usual = usual(level.values());
                List<List<Integer>> uneven = level.keySet().stream()
                        .filter(pair -> Objects.requireNonNull(level.get(pair)) > usual)
                        .toList();
                if (uneven.size() * PLANNED_FRACTION <= level.size()) {
                    uneven.forEach(pair -> result.findNodes(
                            FindingKind.UNEVEN_UPLINKS,
                            result.nameOf(graph.node(pair.get(0))) + " has " + level.get(pair) + " links to "
                                    + result.nameOf(graph.node(pair.get(1))) + ", and most switches of its level have "
                                    + usual + " to each",
                            List.of(graph.node(pair.get(0)), graph.node(pair.get(1)))));
                }
            }
        }

        /** Returns the most frequent number, and the highest one of several. */
        private static int usual(Collection<Integer> numbers) {
            Map<Integer, Integer> counts = new HashMap<>();
            numbers.forEach(number -> counts.merge(number, 1, Integer::sum));
            return counts.entrySet().stream()
                    .max(Map.Entry.<Integer, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                    .map(Map.Entry::getKey)
                    .orElse(0);
        }

        /**
         * Checks that each two groups of a Dragonfly+ are linked, and returns their number. A group is connected by links
         * between levels.
         */
        private int checkGroups() {
            int[] groups = new int[graph.size()];
            Arrays.fill(groups, RoutingGraph.NONE);
            int count = 0;
            for (int at = 0; at < graph.size(); at++) {
                if (groups[at] == RoutingGraph.NONE) {
                    mark(at, count++, groups);
                }
            }
            boolean[][] linked = new boolean[count][count];
            Node[] members = new Node[count];
            graph.links((at, port, peer) -> linked[groups[at]][groups[peer]] = true);
            for (int at = 0; at < graph.size(); at++) {
                members[groups[at]] = graph.node(at);
            }
            for (int one = 0; one < count; one++) {
                for (int other = one + 1; other < count; other++) {
                    if (!linked[one][other]) {
                        String evidence = "the groups of " + result.nameOf(members[one]) + " and "
                                + result.nameOf(members[other]) + " are not linked";
                        result.findNodes(
                                FindingKind.MISSING_GLOBAL_LINK, evidence, List.of(members[one], members[other]));
                    }
                }
            }
            return count;
        }

        private void mark(int start, int group, int[] groups) {
            ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(start));
            groups[start] = group;
            while (!queue.isEmpty()) {
                int at = queue.remove();
                graph.peers(at)
                        .filter(peer -> levels[peer] != levels[at] && groups[peer] == RoutingGraph.NONE)
                        .forEach(peer -> {
                            groups[peer] = group;
                            queue.add(peer);
                        });
            }
        }

        /**
         * Checks that the ports of hosts with the same number lead to separate planes: of hosts at one pair of leaf
         * switches, most must use the switches in the same order.
         */
        private void checkRails() {
            Map<Set<Integer>, Map<List<Integer>, List<Node>>> orders = new HashMap<>();
            for (Map.Entry<Guid, List<Port>> host : hosts().entrySet()) {
                List<Integer> leaves = host.getValue().stream()
                        .map(port -> port.peer()
                                .map(peer -> graph.numberOf(peer.node()))
                                .orElse(RoutingGraph.NONE))
                        .toList();
                if (leaves.size() > 1 && leaves.stream().distinct().count() == leaves.size()) {
                    orders.computeIfAbsent(Set.copyOf(leaves), absent -> new HashMap<>())
                            .computeIfAbsent(leaves, absent -> new ArrayList<>())
                            .add(host.getValue().get(0).node());
                }
            }
            for (Map<List<Integer>, List<Node>> order : orders.values()) {
                List<Node> most = order.values().stream()
                        .max(Comparator.comparingInt(List::size))
                        .orElse(List.of());
                order.values().stream()
                        .filter(nodes -> nodes.size() < most.size())
                        .flatMap(List::stream)
                        .forEach(node -> result.findNodes(
                                FindingKind.RAIL_MISMATCH,
                                "the ports of " + result.nameOf(node) + " lead to its leaf switches in another order"
                                        + " than those of " + most.size() + " other hosts",
                                List.of(node)));
            }
        }

        /** Returns the linked ports of each host, which is a system of one or several channel adapters. */
        private Map<Guid, List<Port>> hosts() {
            Comparator<Port> order =
                    Comparator.comparing((Port port) -> port.node().guid()).thenComparingInt(Port::number);
            return fabric.ports()
                    .filter(port -> !port.node().isSwitch() && port.peer().isPresent())
                    .sorted(order)
                    .collect(Collectors.groupingBy(port -> port.node().info().systemImageGuid()));
        }

        /**
         * Reports the bandwidth in one direction between two halves of the hosts. In a tree, it is half of the bandwidth
         * between the two levels that have least; in a Dragonfly+, at most that of the links between two halves of the
         * groups, if all groups are linked equally.
         */
        private void reportBisection(String name, int top, int groups) {
            double hosts = 0;
            double global = 0;
            double[] upward = new double[top + 1];
            for (int at = 0; at < graph.size(); at++) {
                for (int port = 1; port < graph.ports(at); port++) {
                    int peer = graph.peerOf(at, port);
                    if (peer != RoutingGraph.NONE) {
                        upward[levels[at]] += levels[peer] > levels[at] ? rate(at, port) : 0;
                        global += levels[peer] == levels[at] ? rate(at, port) / 2 : 0;
                    } else if (graph.endOf(at, port) != null) {
                        hosts += rate(at, port);
                    }
                }
            }
            double bisection =
                    Math.min(hosts, Arrays.stream(upward, 0, top).min().orElse(hosts)) / 2;
            if (groups > 1) {
                int half = groups / 2;
                double crossing = 2.0 * half * (groups - half) / (groups * (groups - 1));
                bisection = Math.min(bisection, global * crossing);
            }
            result.table(
                    "bisection",
                    List.of("shape", "hostGigabits", "bisectionGigabits", "ratio"),
                    List.of(List.of(
                            name,
                            Math.round(hosts / 2),
                            Math.round(bisection),
                            hosts == 0 ? 0.0 : Math.round(bisection / hosts * 200) / 100.0)));
        }

        private double rate(int at, int port) {
            Port end = graph.port(at, port);
            return LinkRate.lanes(end.width()) * end.speed().nominal();
        }

        private void reportLevels(String name, int top) {
            List<List<Object>> rows = new ArrayList<>();
            for (int level = 0; level <= top; level++) {
                int at = level;
                int[] members = IntStream.range(0, graph.size())
                        .filter(each -> levels[each] == at)
                        .toArray();
                rows.add(List.of(
                        name,
                        level,
                        members.length,
                        IntStream.of(members).map(graph::hostsAt).sum(),
                        IntStream.of(members).map(each -> up[each]).sum()));
            }
            result.table("levels", List.of("shape", "level", "switches", "hosts", "uplinks"), rows);
        }
    }
}
