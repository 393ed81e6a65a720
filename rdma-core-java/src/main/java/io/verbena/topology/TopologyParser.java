package io.verbena.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses a topology line by line: attributes, a node, its ports. */
final class TopologyParser {
    private static final String ANY_LINE =
            "Switch, Ca, Hca or Rt with a node, [port] with a link, vendid=, devid=, sysimgguid=, switchguid=, caguid=,"
                    + " rtguid=, or # and a comment";

    private final String source;
    private final List<NodeDraft> nodes = new ArrayList<>();
    private final Map<String, NodeDraft> byId = new HashMap<>();
    private int lines;
    private String last = "";
    private NodeAttributes attributes = new NodeAttributes();
    private @Nullable NodeDraft node;

    TopologyParser(String source) {
        this.source = source;
    }

    /** Parses the next line. */
    void accept(String text) {
        last = text;
        Line line = new Line(source, ++lines, text).skipBlanks();
        if (line.atEnd() || line.accept("#")) {
            return;
        }
        if (line.accept("[")) {
            port(line);
            return;
        }
        String word = line.word();
        if (line.accept("=")) {
            attributes.set(word, line);
        } else if (NodeDraft.isType(word)) {
            node(word, line);
        } else if (!isGrouping(word, text)) {
            throw line.expected(ANY_LINE);
        }
    }

    private void node(String type, Line line) {
        NodeDraft next = new NodeDraft(type, attributes, line);
        if (byId.putIfAbsent(next.id(), next) != null) {
            throw line.expected("a node that is not defined yet");
        }
        nodes.add(next);
        node = next;
        attributes = new NodeAttributes();
    }

    private void port(Line line) {
        if (node == null || !attributes.isEmpty()) {
            throw line.expected("a node before its ports");
        }
        node.add(new PortDraft(node, line));
    }

    // Lines of ibnetdiscover -g: "Chassis 1 (guid 0x…)", "Hostname: …", "Non-Chassis Nodes".
    private static boolean isGrouping(String word, String text) {
        return word.equals("Chassis") || word.equals("Hostname") || text.strip().equals("Non-Chassis Nodes");
    }

    /** Returns the topology after the last line. */
    Topology finish() {
        Line end = new Line(source, Math.max(1, lines), last);
        if (nodes.isEmpty() || !attributes.isEmpty()) {
            throw end.expected("a node before the end");
        }
        new LinkCompletion(byId).complete(nodes);
        return new Topology(nodes.stream().map(NodeDraft::build).toList());
    }
}
