package io.verbena.samples.fabricmonitor.layout;

import io.verbena.samples.fabricmonitor.layout.Graph.Edge;
import io.verbena.samples.fabricmonitor.layout.Graph.Vertex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Places a graph: hosts at the bottom, each below its parent, and the other vertices above in rows by distance. The
 * number of columns of each block of hosts is chosen so that the picture has the shape of a screen.
 */
public final class GraphLayout {
    private static final double STEP = 26;
    private static final double GAP = 10;
    private static final double MIN_BLOCK = 34;
    private static final double RISE = 150;
    private static final double FORM = 1.9;
    private static final int MAX_COLUMNS = 16;

    private final List<List<Vertex>> rows;
    private final Map<Vertex, List<Vertex>> blocks;
    private final Map<String, Position> positions = new HashMap<>();

    private GraphLayout(Graph graph) {
        rows = Layers.of(graph).rows();
        blocks = blocks(rows);
    }

    /** Returns the position of each vertex by its identifier. The result is deterministic. */
    public static Map<String, Position> of(Graph graph) {
        GraphLayout layout = new GraphLayout(graph);
        layout.place();
        return Map.copyOf(layout.positions);
    }

    /**
     * Groups the hosts by their parent, the leftmost neighbor in the next row. A host without a parent is its own
     * group.
     */
    private static Map<Vertex, List<Vertex>> blocks(List<List<Vertex>> rows) {
        Map<Vertex, List<Vertex>> blocks = new LinkedHashMap<>();
        if (rows.size() > 1) {
            rows.get(1).forEach(parent -> blocks.put(parent, new ArrayList<>()));
        }
        if (!rows.isEmpty()) {
            for (Vertex host : rows.get(0)) {
                Vertex parent = host.edges().stream()
                        .map(Edge::to)
                        .filter(blocks::containsKey)
                        .findFirst()
                        .orElse(host);
                blocks.computeIfAbsent(parent, alone -> new ArrayList<>()).add(host);
            }
        }
        blocks.forEach((parent, hosts) -> hosts.sort(Comparator.comparingInt(host -> portTo(host, parent))));
        return blocks;
    }

    /** Returns the port of the parent that leads to the host. */
    private static int portTo(Vertex host, Vertex parent) {
        return parent.edges().stream()
                .filter(edge -> edge.to().equals(host))
                .mapToInt(Edge::port)
                .min()
                .orElse(0);
    }

    private void place() {
        int columns = columns();
        double width = width(columns);
        double rise = Math.max(RISE, width / (2.4 * Math.max(1, rows.size() - 1)));
        double left = 0;
        for (Map.Entry<Vertex, List<Vertex>> block : blocks.entrySet()) {
            double blockWidth = width(block.getValue(), columns);
            double middle = left + blockWidth / 2;
            if (!block.getValue().contains(block.getKey())) {
                put(block.getKey(), middle, -STEP * 2.2);
            }
            place(block.getValue(), columns, middle);
            left += blockWidth + GAP;
        }
        for (int row = 2; row < rows.size(); row++) {
            spread(rows.get(row), width, -STEP * 2.2 - rise * (row - 1));
        }
    }

    private void place(List<Vertex> hosts, int columns, double middle) {
        for (int i = 0; i < hosts.size(); i++) {
            int column = i % columns;
            int beside = Math.min(columns, hosts.size() - (i - column));
            put(hosts.get(i), middle + (column - (beside - 1) / 2.0) * STEP, Math.floorDiv(i, columns) * STEP);
        }
    }

    private void spread(List<Vertex> row, double width, double y) {
        for (int i = 0; i < row.size(); i++) {
            put(row.get(i), (i + 0.5) * width / row.size(), y);
        }
    }

    private void put(Vertex vertex, double x, double y) {
        positions.put(vertex.id(), new Position(Math.rint(x * 10) / 10, Math.rint(y * 10) / 10));
    }

    /** Returns the number of columns with which the picture is closest to the shape of a screen. */
    private int columns() {
        int best = 1;
        for (int columns = 2; columns <= MAX_COLUMNS; columns++) {
            if (misfit(columns) < misfit(best)) {
                best = columns;
            }
        }
        return best;
    }

    private double misfit(int columns) {
        int longest = blocks.values().stream().mapToInt(List::size).max().orElse(0);
        double height = Math.ceil(longest / (double) columns) * STEP + RISE * Math.max(0, rows.size() - 2) + STEP * 2.2;
        return Math.abs(Math.log(width(columns) / height / FORM));
    }

    private double width(int columns) {
        double blocksWide = blocks.values().stream()
                .mapToDouble(hosts -> width(hosts, columns))
                .sum();
        return blocksWide + GAP * Math.max(0, blocks.size() - 1);
    }

    private static double width(List<Vertex> hosts, int columns) {
        return Math.max(MIN_BLOCK, Math.min(columns, hosts.size()) * STEP);
    }

    /**
     * A position in the picture.
     *
     * @param x the horizontal coordinate, to the right
     * @param y the vertical coordinate, downwards
     */
    public record Position(double x, double y) {}
}
