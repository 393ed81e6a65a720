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
import io.verbena.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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

    /** Returns a spine, three leaves and six hosts, of which host1 can be at leaf1 instead of leaf0. */
    private static Topology net(boolean moved) {
        Sketch sketch = new Sketch();
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
