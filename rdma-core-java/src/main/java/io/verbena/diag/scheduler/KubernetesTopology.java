package io.verbena.diag.scheduler;

import io.verbena.diag.scheduler.SchedulerTree.Vertex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes a tree for Kubernetes: labels of nodes, and HyperNodes of Volcano. */
public final class KubernetesTopology {
    /** Prefix of the labels that topograph uses; {@code 0} is the tier nearest to the node. */
    public static final String TIER = "fabric.topograph.run/tier-";

    private static final int MAX_LABEL = 63;

    private KubernetesTopology() {}

    /** Returns the labels of each node: the names of the vertices above it, the nearest as tier 0. */
    public static SortedMap<String, Map<String, String>> labels(SchedulerTree tree) {
        SortedMap<String, Map<String, String>> labels = new TreeMap<>(HostList.NATURAL);
        Names names = new Names();
        tree.roots().forEach(root -> label(root, List.of(), names, labels));
        return labels;
    }

    private static void label(Vertex vertex, List<String> above, Names names, Map<String, Map<String, String>> labels) {
        List<String> path = new ArrayList<>(List.of(names.of(vertex)));
        path.addAll(above);
        for (String host : vertex.hosts()) {
            Map<String, String> tiers = new LinkedHashMap<>();
            for (int tier = 0; tier < path.size(); tier++) {
                tiers.put(TIER + tier, path.get(tier));
            }
            labels.put(host, tiers);
        }
        vertex.children().forEach(child -> label(child, path, names, labels));
    }

    /** Returns the lines of YAML documents of kind HyperNode (Volcano 1.12 and later), the leaves first. */
    public static List<String> hyperNodes(SchedulerTree tree) {
        List<String> lines = new ArrayList<>();
        Names names = new Names();
        tree.roots().forEach(root -> hyperNode(root, names, lines));
        return lines;
    }

    /** Adds the documents of a vertex and of all below it, and returns its tier: 1 for a leaf. */
    private static int hyperNode(Vertex vertex, Names names, List<String> lines) {
        int tier = 1;
        for (Vertex child : vertex.children()) {
            tier = Math.max(tier, hyperNode(child, names, lines) + 1);
        }
        lines.addAll(List.of(
                "---",
                "apiVersion: topology.volcano.sh/v1alpha1",
                "kind: HyperNode",
                "metadata:",
                "  name: '" + names.of(vertex) + "'",
                "  labels:",
                "    volcano.sh/network-topology-source: verbena",
                "spec:",
                "  tier: " + tier,
                "  members:"));
        for (Vertex child : vertex.children()) {
            lines.add("    - {type: HyperNode, selector: {exactMatch: {name: '" + names.of(child) + "'}}}");
        }
        for (String host : vertex.hosts()) {
            lines.add("    - {type: Node, selector: {exactMatch: {name: '" + host + "'}}}");
        }
        return tier;
    }

    /** Maps names of vertices to names of objects, which are in lower case and have at most 63 characters. */
    private static final class Names {
        private final Map<String, Vertex> taken = new HashMap<>();

        String of(Vertex vertex) {
            String name =
                    vertex.name().toLowerCase(Locale.ROOT).replace('_', '-').replaceAll("^[^a-z0-9]+|[^a-z0-9]+$", "");
            String guid = Long.toHexString(vertex.guid().bits());
            if (name.length() > MAX_LABEL) {
                name = name.substring(0, MAX_LABEL - guid.length() - 1) + "-" + guid;
            }
            if (name.isEmpty() || !taken.computeIfAbsent(name, absent -> vertex).equals(vertex)) {
                name = "switch-" + guid;
            }
            return name;
        }
    }
}
