package io.verbena.shell.cli;

import io.verbena.embedded.EmbeddedNode;
import io.verbena.error.RdmaException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.ArgSpec;

/** Completes the nodes of the embedded fabric. */
public final class NodeNames {
    public static final String LABEL = "NODE";

    private NodeNames() {}

    /** Returns whether an option or a parameter expects a node. */
    public static boolean isAskedFor(ArgSpec argument) {
        return argument.paramLabel().equals(LABEL);
    }

    /**
     * Returns the descriptions of the nodes, or their IDs where descriptions are not unique; empty if the fabric is not
     * embedded.
     */
    public static List<String> of(FabricHost host) {
        try {
            return host.embedded().map(fabric -> of(fabric.nodes())).orElse(List.of());
        } catch (RdmaException | IllegalArgumentException e) {
            return List.of();
        }
    }

    private static List<String> of(List<EmbeddedNode> nodes) {
        Map<String, Long> bearers = nodes.stream()
                .map(EmbeddedNode::description)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return nodes.stream()
                .map(node -> bearers.getOrDefault(node.description(), 0L) == 1 ? node.description() : node.id())
                .toList();
    }
}
