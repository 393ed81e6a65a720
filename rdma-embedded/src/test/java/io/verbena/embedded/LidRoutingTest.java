package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.error.Errno;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.topology.Topology;
import io.verbena.topology.TopologyReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LidRoutingTest {
    private final EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,4");
    private final Asker host = new Asker(fabric, "host5");

    @AfterEach
    void close() {
        fabric.close();
    }

    private static int lid(EmbeddedNode node) {
        return node.port(node.forwards() ? 0 : 1).lid();
    }

    @Test
    void everyNodeIsReachedByItsLid() {
        assertThat(fabric.nodes()).hasSize(22).allSatisfy(node -> {
            Asker.Reply reply = host.askByLid(NodeDescription.LAYOUT, 0, lid(node));
            assertThat(reply.status()).isZero();
            assertThat(reply.address().lid()).isEqualTo(lid(node));
            assertThat(reply.as(NodeDescription.LAYOUT).nodeString()).isEqualTo(node.description());
        });
    }

    @Test
    void everyNodeOfAThreeLevelTreeIsReachedByItsLid() {
        try (EmbeddedFabric tree = EmbeddedFabric.open("fat-tree3:4");
                Asker far = new Asker(tree, "host15")) {
            assertThat(tree.nodes())
                    .hasSize(36)
                    .allSatisfy(node -> assertThat(
                                    far.askByLid(NodeInfo.LAYOUT, 0, lid(node)).status())
                            .isZero());
        }
    }

    @Test
    void anUnknownLidLeadsNowhere() {
        assertThat(host.askByLid(NodeInfo.LAYOUT, 0, 999).status()).isEqualTo(Errno.ETIMEDOUT);
        assertThat(host.askByLid(NodeInfo.LAYOUT, 0, 0).status()).isEqualTo(Errno.ETIMEDOUT);
        assertThat(host.askByLid(NodeInfo.LAYOUT, 0, 0xffff).status()).isEqualTo(Errno.ETIMEDOUT);
    }

    @Test
    void packetsTakeAShortestRouteAndTablesStayWhenALinkGoesDown() {
        // host0 is behind leaf0; the LID selects the spine.
        int target = lid(fabric.node("host0"));
        assertThat(host.askByLid(NodeInfo.LAYOUT, 0, target).status()).isZero();

        EmbeddedPort spine0 = fabric.node("leaf0").port(1);
        EmbeddedPort spine1 = fabric.node("leaf0").port(2);
        spine0.down();
        int withoutSpine0 = host.askByLid(NodeInfo.LAYOUT, 0, target).status();
        spine0.up();
        spine1.down();
        int withoutSpine1 = host.askByLid(NodeInfo.LAYOUT, 0, target).status();

        assertThat(withoutSpine0 + withoutSpine1).isPositive();
    }

    @Test
    void everyLidOfAnLmcRangeReachesThePort() {
        Topology topology = TopologyReader.read("lmc", """
            Ca 1 "a" # "a"
            [1] "s"[1] # lid 8 lmc 2 "s" lid 3 4xEDR
            Switch 8 "s" # "s" base port 0 lid 3 lmc 0
            Ca 1 "b" # "b"
            [1] "s"[2] # lid 1 lmc 0 "s" lid 3 4xEDR
            """);
        try (EmbeddedFabric lmc = EmbeddedFabric.open(topology);
                Asker b = new Asker(lmc, "b")) {
            for (int lid = 8; lid < 12; lid++) {
                assertThat(b.askByLid(NodeDescription.LAYOUT, 0, lid)
                                .as(NodeDescription.LAYOUT)
                                .nodeString())
                        .isEqualTo("a");
            }
            assertThat(b.askByLid(NodeInfo.LAYOUT, 0, 12).status()).isEqualTo(Errno.ETIMEDOUT);
        }
    }
}
