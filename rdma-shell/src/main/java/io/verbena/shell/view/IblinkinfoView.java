package io.verbena.shell.view;

import io.verbena.diag.link.NodeLinkChanges;
import io.verbena.diag.link.NodeLinks;
import io.verbena.diag.link.NodeLinks.PortLink;
import io.verbena.iba.NodeType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Renders links in the layout of iblinkinfo.
 *
 * @param oneLine whether each line is complete, without a heading for the node
 * @param additional whether to show settings of ports as well
 */
public record IblinkinfoView(boolean oneLine, boolean additional) {

    /** Returns a heading and the links of each node. */
    public List<String> of(List<NodeLinks> nodes) {
        return nodes.stream().flatMap(node -> of(node).stream()).toList();
    }

    private List<String> of(NodeLinks node) {
        List<String> lines = new ArrayList<>();
        if (!oneLine && !node.links().isEmpty()) {
            lines.add(head(node));
        }
        node.links().forEach(link -> lines.add(line(link)));
        return lines;
    }

    /** Returns the differences: old values after {@code <}, new values after {@code >}. */
    public List<String> differences(List<NodeLinkChanges> nodes) {
        List<String> lines = new ArrayList<>();
        nodes.forEach(node -> differences(node, lines));
        return lines;
    }

    private void differences(NodeLinkChanges node, List<String> lines) {
        NodeLinks before = node.before();
        NodeLinks after = node.after();
        if (before == null || after == null) {
            Stream.ofNullable(before).flatMap(gone -> of(gone).stream()).forEach(line -> lines.add("< " + line));
            Stream.ofNullable(after).flatMap(added -> of(added).stream()).forEach(line -> lines.add("> " + line));
            return;
        }
        if (node.renamed()) {
            lines.add("< " + head(before));
            lines.add("> " + head(after));
        } else if (!oneLine) {
            lines.add(head(before));
        }
        node.links().forEach(link -> {
            if (link.before() != null) {
                lines.add("< " + line(link.before()));
            }
            if (link.after() != null) {
                lines.add("> " + line(link.after()));
            }
        });
    }

    private static String head(NodeLinks node) {
        String name = Names.printable(node.name());
        return switch (node.type()) {
            case SWITCH -> "Switch: " + node.guid().toHex() + " " + name + ":";
            case ROUTER -> "Router: " + name + ":";
            default -> "CA: " + name + ":";
        };
    }

    private String line(PortLink link) {
        boolean isSwitch = link.from().type() == NodeType.SWITCH;
        String guid = link.from().guid().toHex();
        String start = oneLine
                ? guid + " \"%30s\" ".formatted(Names.printable(link.from().name()))
                : isSwitch ? "      " : "      " + guid + " ";
        return start + LinkText.of(link, oneLine, additional);
    }
}
