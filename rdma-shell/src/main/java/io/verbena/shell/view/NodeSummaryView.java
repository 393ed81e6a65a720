package io.verbena.shell.view;

import io.verbena.diag.NodeSummary;
import io.verbena.iba.NodeType;
import java.util.List;

/** Renders nodes in the layout of ibhosts and ibswitches, one per line. */
public final class NodeSummaryView {
    private NodeSummaryView() {}

    /** Returns a line for each node. */
    public static List<String> text(List<NodeSummary> nodes) {
        return nodes.stream().map(NodeSummaryView::line).toList();
    }

    private static String line(NodeSummary node) {
        String kind = switch (node.type()) {
            case SWITCH -> "Switch";
            case ROUTER -> "Rt";
            default -> "Ca";
        };
        String line = "%s\t: %s ports %d \"%s\""
                .formatted(kind, node.guid().toHex(), node.ports(), Names.printable(node.name()));
        return node.type() == NodeType.SWITCH
                ? line
                        + " %s port 0 lid %d lmc %d"
                                .formatted(node.enhanced() ? "enhanced" : "base", node.lid(), node.lmc())
                : line;
    }
}
