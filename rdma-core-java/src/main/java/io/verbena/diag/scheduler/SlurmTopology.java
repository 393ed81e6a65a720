package io.verbena.diag.scheduler;

import io.verbena.diag.scheduler.SchedulerTree.Vertex;
import io.verbena.error.RdmaException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Writes a tree for Slurm: {@code topology.conf} for the plugins {@code topology/tree} and {@code topology/block}, and
 * {@code topology.yaml} (Slurm 25.05 and later), which replaces it.
 */
public final class SlurmTopology {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]+");

    private SlurmTopology() {}

    /** Returns the lines of {@code topology.conf} for {@code topology/tree}, the roots first. */
    public static List<String> tree(SchedulerTree tree) {
        List<String> lines = new ArrayList<>();
        for (Vertex vertex : breadthFirst(tree)) {
            lines.add("SwitchName=" + vertex.name()
                    + (vertex.children().isEmpty()
                            ? " Nodes=" + hosts(vertex)
                            : " Switches=" + HostList.of(names(vertex.children()))));
        }
        return lines;
    }

    /**
     * Returns the lines of {@code topology.conf} for {@code topology/block} (Slurm 24.05 and later). Each leaf is a
     * block; the smallest block is the base size.
     */
    public static List<String> block(SchedulerTree tree) {
        List<String> lines = new ArrayList<>();
        for (Vertex leaf : tree.leaves()) {
            lines.add("BlockName=" + leaf.name() + " Nodes=" + hosts(leaf));
        }
        lines.add("BlockSizes="
                + String.join(",", sizes(tree).stream().map(String::valueOf).toList()));
        return lines;
    }

    /** Returns the lines of {@code topology.yaml} with the tree and, if {@code withBlocks}, the blocks. */
    public static List<String> yaml(SchedulerTree tree, boolean withBlocks) {
        List<String> lines =
                new ArrayList<>(List.of("- topology: fabric", "  cluster_default: true", "  tree:", "    switches:"));
        for (Vertex vertex : breadthFirst(tree)) {
            lines.add("      - {switch: '" + vertex.name() + "', "
                    + (vertex.children().isEmpty()
                            ? "nodes: '" + hosts(vertex)
                            : "children: '" + HostList.of(names(vertex.children())))
                    + "'}");
        }
        if (withBlocks) {
            lines.addAll(List.of("- topology: blocks", "  cluster_default: false", "  block:"));
            lines.add("    block_sizes: " + sizes(tree));
            lines.add("    blocks:");
            for (Vertex leaf : tree.leaves()) {
                lines.add("      - {block: '" + leaf.name() + "', nodes: '" + hosts(leaf) + "'}");
            }
        }
        return lines;
    }

    /** Returns the smallest number of hosts of a leaf, and its doubles up to the number of leaves. */
    private static List<Integer> sizes(SchedulerTree tree) {
        int base = tree.leaves().stream()
                .mapToInt(leaf -> leaf.hosts().size())
                .min()
                .orElse(1);
        List<Integer> sizes = new ArrayList<>();
        for (int blocks = 1; blocks <= tree.leaves().size(); blocks *= 2) {
            sizes.add(base * blocks);
        }
        return sizes;
    }

    private static String hosts(Vertex leaf) {
        for (String host : leaf.hosts()) {
            if (!NAME.matcher(host).matches()) {
                throw new RdmaException("host '" + host + "' cannot be a node of Slurm; a name consists of letters,"
                        + " digits, '.', '-' and '_', so map the GUIDs of channel adapters to names of hosts");
            }
        }
        return HostList.of(leaf.hosts());
    }

    private static List<String> names(Collection<Vertex> vertices) {
        return vertices.stream().map(Vertex::name).toList();
    }

    private static List<Vertex> breadthFirst(SchedulerTree tree) {
        List<Vertex> all = new ArrayList<>();
        ArrayDeque<Vertex> queue = new ArrayDeque<>(tree.roots());
        while (!queue.isEmpty()) {
            Vertex vertex = queue.remove();
            all.add(vertex);
            queue.addAll(vertex.children());
        }
        return all;
    }
}
