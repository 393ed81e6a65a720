package io.verbena.shell.view;

import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.util.List;

/** Renders nodes in the layout of {@code ibnetdiscover -l}, one per line. */
public final class NodeListView {
    private NodeListView() {}

    /** Returns the nodes of these types, type by type. */
    public static List<String> of(Subnet subnet, NodeNameMap names, List<NodeType> types) {
        return types.stream()
                .flatMap(type -> subnet.nodes(type).stream())
                .map(node -> line(node, names))
                .toList();
    }

    /** Returns a line for each node. */
    public static List<String> lines(List<Node> nodes, NodeNameMap names) {
        return nodes.stream().map(node -> line(node, names)).toList();
    }

    private static String line(Node node, NodeNameMap names) {
        String kind = switch (node.type()) {
            case SWITCH -> "Switch";
            case ROUTER -> "Router";
            default -> "Ca";
        };
        return String.format(
                "%s\t : %s ports %d devid 0x%x vendid 0x%x \"%s\"",
                kind,
                node.guid().toHex(),
                node.info().numPorts(),
                node.info().deviceId(),
                node.info().vendorId(),
                Names.printable(names.nameOf(node)));
    }
}
