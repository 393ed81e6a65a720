package io.verbena.spring.boot.actuate;

import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Renders a reading of the subnet as a picture. Hosts are in the lowest row, and each row above is one link farther
 * away.
 */
final class TopologySvg {
    private static final int WIDTH = 150;
    private static final int HEIGHT = 24;
    private static final int COLUMN = WIDTH + 20;
    private static final int ROW = 120;
    private static final int MARGIN = 20;
    private static final int LONGEST = 22;

    private final Map<Node, Integer> rows;
    private final Map<Node, Integer> columns = new HashMap<>();
    private final int lowest;
    private final StringBuilder svg = new StringBuilder();

    private TopologySvg(SubnetSnapshot snapshot) {
        rows = rows(snapshot);
        lowest = rows.values().stream().mapToInt(row -> row).max().orElse(0);
        Map<Integer, Integer> inRow = new HashMap<>();
        rows.forEach((node, row) -> columns.put(node, inRow.merge(row, 1, Integer::sum) - 1));
        int widest = inRow.values().stream().mapToInt(count -> count).max().orElse(1);
        int width = 2 * MARGIN + widest * COLUMN;
        int height = 2 * MARGIN + lowest * ROW + HEIGHT;
        inRow.forEach((row, count) -> rows.forEach((node, of) -> {
            if (of.equals(row)) {
                columns.merge(node, (widest - count) * COLUMN / 2, (column, left) -> column * COLUMN + left);
            }
        }));
        svg.append("""
            <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="11">
            """.formatted(width, height));
        TopologyDescription.links(snapshot).forEach(this::link);
        rows.keySet().forEach(this::node);
        svg.append("</svg>\n");
    }

    static String of(SubnetSnapshot snapshot) {
        return new TopologySvg(snapshot).svg.toString();
    }

    /**
     * Computes the distance of each node from the nearest host, or from the origin of the reading if there are no
     * hosts.
     */
    private static Map<Node, Integer> rows(SubnetSnapshot snapshot) {
        Map<Node, Integer> rows = new LinkedHashMap<>();
        Deque<Node> next = new ArrayDeque<>();
        snapshot.subnet().nodes().stream().filter(node -> !node.isSwitch()).forEach(next::add);
        if (next.isEmpty()) {
            next.add(snapshot.subnet().origin().node());
        }
        next.forEach(node -> rows.put(node, 0));
        while (!next.isEmpty()) {
            Node node = next.remove();
            int row = rows.getOrDefault(node, 0) + 1;
            for (Port port : node.ports()) {
                port.peer().map(Port::node).ifPresent(neighbor -> {
                    if (rows.putIfAbsent(neighbor, row) == null) {
                        next.add(neighbor);
                    }
                });
            }
        }
        snapshot.subnet().nodes().forEach(node -> rows.putIfAbsent(node, 1));
        return rows;
    }

    private int x(Node node) {
        return MARGIN + columns.getOrDefault(node, 0);
    }

    private int y(Node node) {
        return MARGIN + (lowest - rows.getOrDefault(node, 0)) * ROW;
    }

    private void link(Port port) {
        Port peer = port.peer().orElseThrow();
        svg.append("""
            <line x1="%d" y1="%d" x2="%d" y2="%d" stroke="gray"><title>%s</title></line>
            """.formatted(
                        x(port.node()) + WIDTH / 2,
                        y(port.node()) + HEIGHT / 2,
                        x(peer.node()) + WIDTH / 2,
                        y(peer.node()) + HEIGHT / 2,
                        text(port + " - " + peer + ", " + port.width().text() + " " + port.speed())));
    }

    private void node(Node node) {
        String name = TopologyDot.name(node);
        String shown = name.length() > LONGEST ? name.substring(0, LONGEST - 1) + "…" : name;
        String rectangle = "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" stroke=\"black\" fill=\"%s\"/>"
                .formatted(x(node), y(node), WIDTH, HEIGHT, node.isSwitch() ? "lightblue" : "white");
        svg.append("""
            <g><title>%s</title>%s<text text-anchor="middle" x="%d" y="%d">%s</text></g>
            """.formatted(
                        text(name + " " + node.guid().toHex()),
                        rectangle,
                        x(node) + WIDTH / 2,
                        y(node) + HEIGHT * 2 / 3,
                        text(shown)));
    }

    /**
     * Escapes text for XML. Characters that XML does not permit are replaced, because a node may report any
     * description.
     */
    private static String text(String any) {
        StringBuilder text = new StringBuilder();
        any.codePoints().forEach(each -> {
            switch (each) {
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                case '&' -> text.append("&amp;");
                case '"' -> text.append("&quot;");
                default -> text.appendCodePoint(isCharacter(each) ? each : 0xfffd);
            }
        });
        return text.toString();
    }

    private static boolean isCharacter(int code) {
        return code >= 0x20 && (code < 0xd800 || code > 0xdfff) && code != 0xfffe && code != 0xffff;
    }

    /** Renders a reading of the subnet in the language of Graphviz. */
    static final class TopologyDot {
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
            dot.append("  %s -- %s [taillabel=%s, headlabel=%s, label=%s];\n"
                    .formatted(
                            id(port.node()),
                            id(peer.node()),
                            quoted(String.valueOf(port.number())),
                            quoted(String.valueOf(peer.number())),
                            quoted(port.width().text() + " " + port.speed())));
        }

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
}
