package io.verbena.samples.fabricmonitor.layout;

import io.verbena.samples.fabricmonitor.layout.Graph.Edge;
import io.verbena.samples.fabricmonitor.layout.Graph.Vertex;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The vertices in rows by their distance from the nearest host, ordered to reduce crossing edges. */
final class Layers {
    private static final int SWEEPS = 4;

    private final Map<Vertex, Integer> distances = new HashMap<>();
    private final List<List<Vertex>> rows = new ArrayList<>();
    private final Map<Vertex, Integer> places = new HashMap<>();

    private Layers() {}

    /** Creates the rows: hosts first, and vertices that no host reaches last. */
    static Layers of(Graph graph) {
        Layers layers = new Layers();
        layers.measure(graph);
        int unreached = layers.farthest() + 1;
        graph.vertices().forEach(vertex -> layers.add(vertex, unreached));
        layers.rows.forEach(row -> row.sort(Comparator.comparing(Vertex::name, new NaturalOrder())));
        layers.rows.forEach(layers::place);
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (int row = 2; row < layers.rows.size(); row++) {
                layers.sort(row, row - 1);
            }
            for (int row = layers.rows.size() - 2; row > 0; row--) {
                layers.sort(row, row + 1);
            }
        }
        return layers;
    }

    private void measure(Graph graph) {
        Queue<Vertex> next = new ArrayDeque<>();
        graph.vertices().stream().filter(Vertex::host).forEach(host -> {
            distances.put(host, 0);
            next.add(host);
        });
        for (Vertex vertex = next.poll(); vertex != null; vertex = next.poll()) {
            int further = distances.getOrDefault(vertex, 0) + 1;
            for (Edge edge : vertex.edges()) {
                if (distances.putIfAbsent(edge.to(), further) == null) {
                    next.add(edge.to());
                }
            }
        }
    }

    private int farthest() {
        return distances.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    private void add(Vertex vertex, int unreached) {
        int row = distances.getOrDefault(vertex, unreached);
        while (rows.size() <= row) {
            rows.add(new ArrayList<>());
        }
        rows.get(row).add(vertex);
    }

    /** Sorts a row by the mean position of its neighbors in another row; the sort is stable. */
    private void sort(int row, int other) {
        List<Vertex> vertices = rows.get(row);
        Map<Vertex, Double> middles = new HashMap<>();
        for (Vertex vertex : vertices) {
            middles.put(vertex, middle(vertex, other));
        }
        vertices.sort(Comparator.comparingDouble(vertex -> middles.getOrDefault(vertex, 0.0)));
        place(vertices);
    }

    private double middle(Vertex vertex, int row) {
        return vertex.edges().stream()
                .map(Edge::to)
                .filter(neighbor -> distances.getOrDefault(neighbor, -1) == row)
                .mapToInt(neighbor -> places.getOrDefault(neighbor, 0))
                .average()
                .orElse(places.getOrDefault(vertex, 0));
    }

    private void place(List<Vertex> row) {
        for (int i = 0; i < row.size(); i++) {
            places.put(row.get(i), i);
        }
    }

    /** Returns the rows, hosts first. */
    List<List<Vertex>> rows() {
        return rows;
    }

    /** Compares names with numbers by value: leaf2 precedes leaf10. */
    private static final class NaturalOrder implements Comparator<String> {
        private static final Pattern PIECE = Pattern.compile("[0-9]+|[^0-9]+");

        @Override
        public int compare(String one, String other) {
            Matcher left = PIECE.matcher(one);
            Matcher right = PIECE.matcher(other);
            while (true) {
                boolean more = left.find();
                if (more != right.find()) {
                    return more ? 1 : -1;
                }
                if (!more) {
                    return one.compareTo(other);
                }
                int order = pieces(left.group(), right.group());
                if (order != 0) {
                    return order;
                }
            }
        }

        private static int pieces(String one, String other) {
            return isNumber(one) && isNumber(other)
                    ? new BigInteger(one).compareTo(new BigInteger(other))
                    : one.compareTo(other);
        }

        private static boolean isNumber(String piece) {
            return piece.charAt(0) >= '0' && piece.charAt(0) <= '9';
        }
    }
}
