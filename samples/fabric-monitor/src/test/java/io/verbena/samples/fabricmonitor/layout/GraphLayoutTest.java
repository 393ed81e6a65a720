package io.verbena.samples.fabricmonitor.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.verbena.samples.fabricmonitor.layout.GraphLayout.Position;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GraphLayoutTest {
    @Test
    void placesEachLayerAboveTheOneBelow() {
        Map<String, Position> places = GraphLayout.of(fatTree(2, 4, 4));
        assertThat(at(places, "spine1").y()).isLessThan(at(places, "leaf3").y());
        assertThat(at(places, "leaf3").y()).isLessThan(at(places, "host15").y());
        assertThat(at(places, "leaf0").y()).isEqualTo(at(places, "leaf3").y());
    }

    @Test
    void placesHostsBelowTheirSwitchInPortOrder() {
        Map<String, Position> places = GraphLayout.of(fatTree(2, 4, 4));
        List<Position> hosts = IntStream.range(8, 12)
                .mapToObj(host -> places.get("host" + host))
                .toList();
        assertThat(hosts)
                .isSortedAccordingTo(Comparator.comparingDouble(Position::y).thenComparingDouble(Position::x));
        assertThat(hosts.stream().mapToDouble(Position::x).average().orElseThrow())
                .isCloseTo(at(places, "leaf2").x(), within(1.0));
    }

    @Test
    void placesNamesInNaturalOrder() {
        Map<String, Position> places = GraphLayout.of(fatTree(2, 12, 2));
        assertThat(IntStream.range(0, 12).mapToObj(leaf -> places.get("leaf" + leaf)))
                .isSortedAccordingTo(Comparator.comparingDouble(Position::x));
    }

    @Test
    void places702NodesWithoutOverlap() {
        Map<String, Position> places = GraphLayout.of(fatTree(18, 36, 18));
        assertThat(places).hasSize(702);
        assertThat(places.values()).doesNotHaveDuplicates();
        double wide = range(places.values().stream().mapToDouble(Position::x).toArray());
        double high = range(places.values().stream().mapToDouble(Position::y).toArray());
        assertThat(wide / high).isBetween(1.2, 3.0);
    }

    @Test
    void isDeterministic() {
        assertThat(GraphLayout.of(fatTree(4, 8, 3))).isEqualTo(GraphLayout.of(fatTree(4, 8, 3)));
    }

    @Test
    void keepsThePodsOfThreeLevelsTogether() {
        Graph graph = new Graph();
        for (int pod = 0; pod < 4; pod++) {
            // The order of their names is the reverse.
            graph.vertex("middle" + pod, "middle" + (9 - pod), false)
                    .vertex("leaf" + pod, "leaf" + pod, false)
                    .vertex("host" + pod, "host" + pod, true)
                    .edge("host" + pod, 1, "leaf" + pod, 1)
                    .edge("leaf" + pod, 2, "middle" + pod, 1);
        }
        Map<String, Position> places = GraphLayout.of(graph);
        assertThat(IntStream.range(0, 4).mapToObj(pod -> places.get("middle" + pod)))
                .isSortedAccordingTo(Comparator.comparingDouble(Position::x));
    }

    @Test
    void placesConnectedHostsAndUnreachableSwitches() {
        Map<String, Position> places = GraphLayout.of(new Graph()
                .vertex("a", "a", true)
                .vertex("b", "b", true)
                .vertex("alone", "alone", false)
                .edge("a", 1, "b", 1));
        assertThat(places).hasSize(3);
        assertThat(places.values()).doesNotHaveDuplicates();
        assertThat(GraphLayout.of(new Graph())).isEmpty();
    }

    @Test
    void rejectsAnEdgeToAMissingVertex() {
        Graph graph = new Graph().vertex("a", "a", true);
        assertThatThrownBy(() -> graph.edge("a", 1, "b", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'b'");
    }

    private static Position at(Map<String, Position> places, String id) {
        return Objects.requireNonNull(places.get(id), id);
    }

    private static double range(double[] values) {
        return Arrays.stream(values).max().orElseThrow()
                - Arrays.stream(values).min().orElseThrow();
    }

    private static Graph fatTree(int spines, int leaves, int hostsPerLeaf) {
        Graph graph = new Graph();
        IntStream.range(0, spines).forEach(spine -> graph.vertex("spine" + spine, "spine" + spine, false));
        for (int leaf = 0; leaf < leaves; leaf++) {
            String name = "leaf" + leaf;
            graph.vertex(name, name, false);
            for (int spine = 0; spine < spines; spine++) {
                graph.edge(name, spine + 1, "spine" + spine, leaf + 1);
            }
            for (int i = 0; i < hostsPerLeaf; i++) {
                String host = "host" + (leaf * hostsPerLeaf + i);
                graph.vertex(host, host, true).edge(name, spines + i + 1, host, 1);
            }
        }
        return graph;
    }
}
