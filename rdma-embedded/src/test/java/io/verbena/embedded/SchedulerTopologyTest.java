package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.Rdma;
import io.verbena.diag.scheduler.KubernetesTopology;
import io.verbena.diag.scheduler.SchedulerTree;
import io.verbena.diag.scheduler.SchedulerTree.Vertex;
import io.verbena.diag.scheduler.SlurmTopology;
import io.verbena.error.RdmaException;
import io.verbena.iba.NodeType;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.TopologySubnet;
import io.verbena.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The trees of fabrics for schedulers. */
class SchedulerTopologyTest {
    private static SchedulerTree tree(EmbeddedFabric fabric, String from, int rail) {
        try (Rdma rdma = Rdma.builder().driver(fabric.driver(from)).open()) {
            MadTransactor mad = rdma.mad(rdma.defaultEndPort());
            Subnet subnet = rdma.discovery(mad).run();
            return SchedulerTree.of(subnet, node -> Optional.of(node.description()), rail);
        }
    }

    @Test
    void theSpinesAndThePodsOfAFatTreeBecomeOneVertexEach() {
        try (EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree3:4")) {
            SchedulerTree tree = tree(fabric, "host0", 1);

            Vertex root = tree.roots().get(0);
            assertThat(tree.roots()).hasSize(1);
            assertThat(root.switches()).as("all spines").isEqualTo(4);
            assertThat(root.children())
                    .extracting(Vertex::name)
                    .containsExactly("middle0", "middle2", "middle4", "middle6");
            assertThat(root.children())
                    .allMatch(pod -> pod.switches() == 2 && pod.children().size() == 2);
            assertThat(tree.leaves()).flatExtracting(Vertex::hosts).hasSize(16).doesNotHaveDuplicates();
            assertThat(SlurmTopology.tree(tree))
                    .startsWith("SwitchName=spine0 Switches=middle[0,2,4,6]", "SwitchName=middle0 Switches=leaf[0-1]")
                    .endsWith("SwitchName=leaf7 Nodes=host[14-15]");
        }
    }

    @Test
    void theTreeDoesNotDependOnTheStartOfTheDiscovery() {
        try (EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree3:6")) {
            assertThat(tree(fabric, "host40", 1)).isEqualTo(tree(fabric, "host0", 1));
        }
    }

    @Test
    void aHostThatMovesChangesTheTwoLeavesOnly() {
        List<String> before;
        List<String> after;
        try (EmbeddedFabric fabric = EmbeddedFabric.open(net(false))) {
            before = new ArrayList<>(SlurmTopology.tree(tree(fabric, "host0", 1)));
        }
        try (EmbeddedFabric fabric = EmbeddedFabric.open(net(true))) {
            after = new ArrayList<>(SlurmTopology.tree(tree(fabric, "host0", 1)));
        }
        List<String> same = new ArrayList<>(before);
        same.retainAll(after);
        before.removeAll(same);
        after.removeAll(same);

        assertThat(before).containsExactly("SwitchName=leaf0 Nodes=host[0-1]", "SwitchName=leaf1 Nodes=host[2-3]");
        assertThat(after).containsExactly("SwitchName=leaf0 Nodes=host0", "SwitchName=leaf1 Nodes=host[1-3]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fat-tree:2,4,4 | leaf1   | 1",
                "fat-tree:4,6,2 | leaf0   | 1",
                "fat-tree3:4    | leaf0   | 3",
                "fat-tree3:4    | middle0 | 3",
                "fat-tree3:4    | middle5 | 4"
            })
    void aCutCableBetweenSwitchesChangesNothing(String topology, String node, int port) {
        try (EmbeddedFabric fabric = EmbeddedFabric.open(topology)) {
            List<String> before = SlurmTopology.tree(tree(fabric, "host0", 1));
            fabric.node(node).port(port).down();

            assertThat(SlurmTopology.tree(tree(fabric, "host0", 1))).isEqualTo(before);
        }
    }

    @Test
    void exchangedCablesBetweenSwitchesChangeNothing() {
        List<String> before = SlurmTopology.tree(tree(List.of(TopologySubnet.of("pods", pods(false))), 1));

        assertThat(before)
                .containsExactly(
                        "SwitchName=spine0 Switches=middle[0,3]",
                        "SwitchName=middle0 Switches=leaf[0-2]",
                        "SwitchName=middle3 Switches=leaf[3-5]",
                        "SwitchName=leaf0 Nodes=host0",
                        "SwitchName=leaf1 Nodes=host1",
                        "SwitchName=leaf2 Nodes=host2",
                        "SwitchName=leaf3 Nodes=host3",
                        "SwitchName=leaf4 Nodes=host4",
                        "SwitchName=leaf5 Nodes=host5");
        assertThat(SlurmTopology.tree(tree(List.of(TopologySubnet.of("pods", pods(true))), 1)))
                .isEqualTo(before);
    }

    /** Returns two pods of three middle switches and three leaves; one cable of leaf0 and of leaf3 can be exchanged. */
    private static Topology pods(boolean exchanged) {
        NamedSketch sketch = new NamedSketch();
        for (int spine = 0; spine < 3; spine++) {
            sketch.node("spine" + spine, NodeType.SWITCH, 0x100L * (spine + 1), 8);
        }
        for (int middle = 0; middle < 6; middle++) {
            sketch.node("middle" + middle, NodeType.SWITCH, 0x10000L * (middle + 1), 8);
            for (int spine = 0; spine < 3; spine++) {
                sketch.link("spine" + spine, middle + 1, "middle" + middle, spine + 4);
            }
        }
        for (int leaf = 0; leaf < 6; leaf++) {
            sketch.node("leaf" + leaf, NodeType.SWITCH, 0x100_0000L * (leaf + 1), 8);
            sketch.node("host" + leaf, NodeType.CHANNEL_ADAPTER, 0x1_0000_0000L * (leaf + 1), 1);
            sketch.link("leaf" + leaf, 8, "host" + leaf, 1);
            for (int above = 0; above < 3; above++) {
                int pod = exchanged && above == 0 && leaf % 3 == 0 ? 1 - leaf / 3 : leaf / 3;
                sketch.link("leaf" + leaf, above + 1, "middle" + (pod * 3 + above), leaf % 3 + 1);
            }
        }
        return sketch.topology();
    }

    /** Returns a spine, three leaves and six hosts, of which host1 can be at leaf1 instead of leaf0. */
    private static Topology net(boolean moved) {
        NamedSketch sketch = new NamedSketch();
        sketch.node("spine", NodeType.SWITCH, 0x100, 8);
        for (int leaf = 0; leaf < 3; leaf++) {
            sketch.node("leaf" + leaf, NodeType.SWITCH, 0x1000L * (leaf + 1), 8);
            sketch.link("spine", leaf + 1, "leaf" + leaf, 8);
        }
        for (int host = 0; host < 6; host++) {
            sketch.node("host" + host, NodeType.CHANNEL_ADAPTER, 0x10000L * (host + 1), 1);
            sketch.link("leaf" + (moved && host == 1 ? 1 : host / 2), host + 1, "host" + host, 1);
        }
        return sketch.topology();
    }

    @Test
    void twoSubnetsWithARailOfEachHostAreOneTreeForEachRail() {
        Subnet first = TopologySubnet.of("first", rail("a", 0x100));
        Subnet second = TopologySubnet.of("second", rail("b", 0x10));

        assertThat(SlurmTopology.tree(tree(List.of(first, second), 1)))
                .containsExactly("SwitchName=leaf-a Nodes=host[0-2]");
        assertThat(SlurmTopology.tree(tree(List.of(first, second), 2)))
                .containsExactly("SwitchName=leaf-b Nodes=host[0-2]");
    }

    @Test
    void subnetsWithDifferentHostsAreRootsOfOneTree() {
        Subnet first = TopologySubnet.of("first", net(false));
        Subnet second = TopologySubnet.of("second", other());

        assertThat(SlurmTopology.tree(tree(List.of(first, second), 1)))
                .contains(
                        "SwitchName=spine Switches=leaf[0-2]",
                        "SwitchName=leaf0 Nodes=host[0-1]",
                        "SwitchName=leaf-b Nodes=node[0-1]");
    }

    private static SchedulerTree tree(List<Subnet> subnets, int rail) {
        return SchedulerTree.of(subnets, node -> Optional.of(node.description()), rail);
    }

    /** Returns a leaf with three hosts, whose adapters begin with a GUID. */
    private static Topology rail(String name, long guid) {
        NamedSketch sketch = new NamedSketch();
        sketch.node("leaf-" + name, NodeType.SWITCH, guid, 8);
        for (int host = 0; host < 3; host++) {
            sketch.node("host" + host, NodeType.CHANNEL_ADAPTER, guid * 0x100 * (host + 1), 1);
            sketch.link("leaf-" + name, host + 1, "host" + host, 1);
        }
        return sketch.topology();
    }

    private static Topology other() {
        NamedSketch sketch = new NamedSketch();
        sketch.node("leaf-b", NodeType.SWITCH, 0x5000_0000L, 8);
        for (int host = 0; host < 2; host++) {
            sketch.node("node" + host, NodeType.CHANNEL_ADAPTER, 0x6000_0000L + 0x100L * host, 1);
            sketch.link("leaf-b", host + 1, "node" + host, 1);
        }
        return sketch.topology();
    }

    @Test
    void labelsNameTheVerticesAboveANode() {
        try (EmbeddedFabric fabric = EmbeddedFabric.open(net(false))) {
            assertThat(KubernetesTopology.labels(tree(fabric, "host0", 1)).get("host3"))
                    .containsEntry("fabric.topograph.run/tier-0", "leaf1")
                    .containsEntry("fabric.topograph.run/tier-1", "spine")
                    .hasSize(2);
        }
    }

    @Test
    void aHostWithoutTheRequestedRailIsAnError() {
        try (EmbeddedFabric fabric = EmbeddedFabric.open(net(false))) {
            assertThatThrownBy(() -> tree(fabric, "host0", 2))
                    .isInstanceOf(RdmaException.class)
                    .hasMessage("host host0 has 1 links to switches, and rail 2 was requested");
        }
    }
}
