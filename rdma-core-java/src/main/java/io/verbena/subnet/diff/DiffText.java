package io.verbena.subnet.diff;

import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetTopology;
import io.verbena.subnet.diff.SubnetDiff.NodeDifference;
import io.verbena.subnet.diff.SubnetDiff.PortDifference;
import io.verbena.topology.Topology;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.TopologyText;
import java.util.HashMap;
import java.util.Map;

/** Formats a difference like {@code ibnetdiscover --diff}: {@code <} precedes the old state, {@code >} the new one. */
public final class DiffText {
    private final Side before;
    private final Side after;
    private final StringBuilder text = new StringBuilder();

    private static final class Side {
        private final String prefix;
        private final TopologyText lines;
        private final Map<String, TopologyNode> nodes = new HashMap<>();

        Side(Subnet subnet, NodeNameMap names, boolean full, String prefix) {
            Topology topology = SubnetTopology.of(subnet, names);
            this.prefix = prefix;
            this.lines = new TopologyText(topology, full);
            topology.nodes().forEach(node -> nodes.put(node.id(), node));
        }

        TopologyNode node(Node node) {
            TopologyNode written = nodes.get(SubnetTopology.id(node));
            if (written == null) {
                throw new IllegalStateException(node + " is not in its own subnet");
            }
            return written;
        }

        String port(Port port) {
            TopologyNode node = node(port.node());
            return node.port(port.number())
                    .map(written -> lines.port(node, written, prefix))
                    .orElse("");
        }
    }

    private DiffText(SubnetDiff diff, NodeNameMap names, boolean full) {
        before = new Side(diff.before, names, full, "< ");
        after = new Side(diff.after, names, full, "> ");
        diff.nodes().forEach(this::node);
    }

    /**
     * Returns the lines of a difference including line breaks; empty if there is none.
     *
     * @param full whether each link is followed by the codes of speed, width and virtual lanes
     */
    public static String of(SubnetDiff diff, NodeNameMap names, boolean full) {
        return new DiffText(diff, names, full).text.toString();
    }

    private void node(NodeDifference difference) {
        if (difference.before().isPresent() && difference.after().isPresent()) {
            changed(difference, difference.before().get(), difference.after().get());
        } else {
            whole(difference.node(), difference.before().isPresent() ? before : after);
        }
    }

    private void whole(Node node, Side side) {
        TopologyNode written = side.node(node);
        text.append(side.lines.attributes(written, side.prefix)).append(side.lines.node(written, side.prefix));
        node.ports().stream().filter(port -> port.number() != 0).forEach(port -> text.append(side.port(port)));
    }

    private void changed(NodeDifference difference, Node was, Node is) {
        TopologyNode old = before.node(was);
        text.append(before.lines.attributes(old, ""));
        if (difference.descriptionChanged() || difference.lidChanged()) {
            text.append(before.lines.node(old, before.prefix));
            text.append(after.lines.node(after.node(is), after.prefix));
        } else {
            text.append(before.lines.node(old, ""));
        }
        if (difference.portCountChanged()) {
            text.append(before.prefix + "numports = " + was.info().numPorts() + "\n");
            text.append(after.prefix + "numports = " + is.info().numPorts() + "\n");
        }
        difference.ports().forEach(this::port);
    }

    /** Formats a port. An unconnected port has no line, so an added or removed link has one line. */
    private void port(PortDifference difference) {
        difference.before().ifPresent(port -> text.append(before.port(port)));
        difference.after().ifPresent(port -> text.append(after.port(port)));
    }
}
