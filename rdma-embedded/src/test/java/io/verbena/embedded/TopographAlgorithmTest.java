package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.diag.scheduler.SchedulerTree;
import io.verbena.diag.scheduler.SchedulerTree.Vertex;
import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.TopologySubnet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares {@link SchedulerTree} with the algorithm of topograph on random trees, in which each vertex consists of one to
 * three switches. The algorithm is written here from its description: switches with hosts are the leaves; level by level,
 * switches that were not placed and are linked with the level below are its parents; parents with the same children become
 * one vertex.
 */
class TopographAlgorithmTest {
    private static final int PORTS = 64;

    private final NamedSketch sketch = new NamedSketch();
    private final Map<String, Integer> used = new LinkedHashMap<>();
    private int switches;
    private int hosts;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void treesAreEqual(int seed) {
        Random random = new Random(seed);
        vertex(random, 1 + seed % 4);
        Subnet subnet = TopologySubnet.of("random tree", sketch.topology());

        SchedulerTree tree = SchedulerTree.of(subnet, node -> Optional.of(node.description()), 1);

        assertThat(tree.leaves()).flatExtracting(Vertex::hosts).hasSize(hosts);
        assertThat(tree.roots().stream().map(TopographAlgorithmTest::shape).sorted())
                .containsExactlyElementsOf(topograph(subnet));
    }

    /** Adds a vertex and all below it, and returns its switches. */
    private List<String> vertex(Random random, int level) {
        List<String> members = new ArrayList<>();
        int count = level == 0 ? 1 : 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            String name = "switch" + switches;
            // The order of GUIDs differs from that of the names.
            sketch.node(name, NodeType.SWITCH, 0x100_0000L - 0x100L * switches++, PORTS);
            members.add(name);
        }
        for (int child = 0; child < 2 + random.nextInt(3); child++) {
            if (level == 0) {
                String host = "host" + hosts;
                sketch.node(host, NodeType.CHANNEL_ADAPTER, 0x1000_0000L + 0x100L * hosts++, 1);
                link(members.get(0), host);
            } else {
                List<String> below = vertex(random, level - 1);
                members.forEach(parent -> below.forEach(lower -> link(parent, lower)));
            }
        }
        return members;
    }

    private void link(String one, String other) {
        sketch.link(one, used.merge(one, 1, Integer::sum), other, used.merge(other, 1, Integer::sum));
    }

    private static String shape(Vertex vertex) {
        return vertex.switches()
                + Stream.concat(
                                vertex.hosts().stream(),
                                vertex.children().stream().map(TopographAlgorithmTest::shape))
                        .sorted()
                        .collect(Collectors.joining(" ", "(", ")"));
    }

    /** A vertex of topograph. */
    private record Place(Set<Node> switches, Set<Place> children, Set<String> hosts) {
        String shape() {
            return switches.size()
                    + Stream.concat(hosts.stream(), children.stream().map(Place::shape))
                            .sorted()
                            .collect(Collectors.joining(" ", "(", ")"));
        }
    }

    private static List<String> topograph(Subnet subnet) {
        Map<Node, Set<String>> leaves = new LinkedHashMap<>();
        for (Node node : subnet.nodes()) {
            if (!node.isSwitch()) {
                node.ports().stream()
                        .flatMap(port -> port.peer().stream())
                        .forEach(peer -> leaves.computeIfAbsent(peer.node(), absent -> new TreeSet<>())
                                .add(node.description()));
            }
        }
        Set<Node> placed = new HashSet<>(leaves.keySet());
        List<Place> level = new ArrayList<>();
        leaves.forEach((leaf, names) -> level.add(new Place(Set.of(leaf), Set.of(), names)));
        List<Place> roots = new ArrayList<>();
        while (!level.isEmpty()) {
            Map<Node, Set<Place>> parents = new LinkedHashMap<>();
            for (Place place : level) {
                Set<Node> above = place.switches().stream()
                        .flatMap(node -> node.ports().stream())
                        .flatMap(port -> port.peer().stream())
                        .map(Port::node)
                        .filter(node -> node.isSwitch() && !placed.contains(node))
                        .collect(Collectors.toSet());
                above.forEach(parent -> parents.computeIfAbsent(parent, absent -> new HashSet<>())
                        .add(place));
                if (above.isEmpty()) {
                    roots.add(place);
                }
            }
            placed.addAll(parents.keySet());
            Map<Set<Place>, Set<Node>> merged = new LinkedHashMap<>();
            parents.forEach((parent, children) ->
                    merged.computeIfAbsent(children, absent -> new HashSet<>()).add(parent));
            level.clear();
            merged.forEach((children, members) -> level.add(new Place(members, children, Set.of())));
        }
        return roots.stream().map(Place::shape).sorted().toList();
    }
}
