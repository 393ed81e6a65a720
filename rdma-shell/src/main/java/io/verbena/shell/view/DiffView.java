package io.verbena.shell.view;

import io.verbena.iba.Guid;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.diff.DiffText;
import io.verbena.subnet.diff.SubnetDiff;
import io.verbena.subnet.diff.SubnetDiff.NodeDifference;
import io.verbena.subnet.diff.SubnetDiff.PortDifference;
import java.util.List;
import java.util.Set;

/** Renders the differences between two subnets. */
public final class DiffView {
    /**
     * The difference of a node, for structured formats.
     *
     * @param change {@code ADDED}, {@code GONE} or {@code CHANGED}
     */
    public record NodeChange(
            Guid guid,
            String name,
            String change,
            boolean description,
            boolean lid,
            boolean portCount,
            List<PortChange> ports) {}

    /** The difference of a port, for structured formats. */
    public record PortChange(int number, Set<PortDifference.Change> changes) {}

    private DiffView() {}

    /** Returns the text of {@code ibnetdiscover --diff}. */
    public static List<String> of(SubnetDiff diff, NodeNameMap names, boolean full) {
        return DiffText.of(diff, names, full).lines().toList();
    }

    /** Returns the value for the structured formats. */
    public static List<NodeChange> json(SubnetDiff diff, NodeNameMap names) {
        return diff.nodes().stream().map(node -> change(node, names)).toList();
    }

    private static NodeChange change(NodeDifference difference, NodeNameMap names) {
        Node node = difference.node();
        return new NodeChange(
                node.guid(),
                names.nameOf(node),
                difference.before().isEmpty() ? "ADDED" : difference.after().isEmpty() ? "GONE" : "CHANGED",
                difference.descriptionChanged(),
                difference.lidChanged(),
                difference.portCountChanged(),
                difference.ports().stream()
                        .map(port -> new PortChange(port.number(), port.changes()))
                        .toList());
    }
}
