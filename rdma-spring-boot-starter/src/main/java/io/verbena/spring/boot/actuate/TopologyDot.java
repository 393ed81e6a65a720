package io.verbena.spring.boot.actuate;

import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;

/** Renders a reading of the subnet in the language of Graphviz. */
final class TopologyDot {
    private TopologyDot() {}

    static String of(SubnetSnapshot snapshot) {
        StringBuilder dot = new StringBuilder("graph subnet {\n  node [shape=box];\n");
        for (Node node : snapshot.subnet().nodes()) {
            dot.append("  ").append(id(node)).append(" [label=").append(quoted(name(node)));
            dot.append(node.isSwitch() ? ", style=filled];\n" : "];\n");
        }
        TopologyDescription.links(snapshot)
                .forEach(port -> link(dot, port, port.peer().orElseThrow()));
        return dot.append("}\n").toString();
    }

    private static void link(StringBuilder dot, Port port, Port peer) {
        dot.append("  ").append(id(port.node())).append(" -- ").append(id(peer.node()));
        dot.append(" [taillabel=").append(quoted(String.valueOf(port.number())));
        dot.append(", headlabel=").append(quoted(String.valueOf(peer.number())));
        dot.append(", label=")
                .append(quoted(port.width().text() + " " + port.speed()))
                .append("];\n");
    }

    /** Returns the description of a node, or its GUID if the description is empty. */
    static String name(Node node) {
        return node.description().isEmpty() ? node.guid().toHex() : node.description();
    }

    private static String id(Node node) {
        return quoted(node.guid().toHex());
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + '"';
    }
}
