package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.error.RdmaException;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Route;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.forwarding.ForwardingTables;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The queries of a discovered subnet. The fabric is a tree of two spines, four leaves and 16 hosts. */
@Timeout(60)
class DiscoveredSubnetTest {
    private final TestFabric test = new TestFabric();
    private final Rdma rdma = test.open("fat-tree:2,4,4", new MadOptions(Duration.ofMillis(50), 2, 64));
    private final MadTransactor mad = rdma.mad(rdma.defaultEndPort());
    private Subnet subnet = rdma.discovery(mad).run();

    @BeforeEach
    void isWhole() {
        assertThat(subnet.failures()).isEmpty();
        assertThat(subnet.findings()).isEmpty();
    }

    @AfterEach
    void close() {
        mad.close();
        rdma.close();
    }

    private Node node(String name) {
        return subnet.node(name, NodeNameMap.EMPTY);
    }

    private Port host(String name) {
        return node(name).port(1).orElseThrow();
    }

    @Test
    void findsPortsByGuidLidAndGid() {
        for (Node node : subnet.nodes()) {
            Port end = node.port(node.isSwitch() ? 0 : 1).orElseThrow();

            assertThat(subnet.node(node.guid())).containsSame(node);
            assertThat(subnet.port(end.guid())).containsSame(end);
            assertThat(subnet.port(end.lid())).containsSame(end);
            assertThat(subnet.port(Gid.linkLocal(end.guid()))).containsSame(end);
            assertThat(subnet.system(node.info().systemImageGuid())).contains(node);
        }
        assertThat(subnet.port(Guid.of(0x1234))).isEmpty();
        assertThat(subnet.port(Lid.of(0xbfff))).isEmpty();
        assertThat(subnet.port(Lid.NONE)).isEmpty();
        assertThat(subnet.port(new Gid(0x20010db8L << 32, host("host3").guid().bits())))
                .as("another subnet")
                .isEmpty();
    }

    @Test
    void anUnknownNameIsRefused() {
        assertThat(subnet.named("leaf", NodeNameMap.EMPTY)).isEmpty();
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> node("leaf"))
                .withMessage("no node of this subnet is called 'leaf'");
    }

    @Test
    void theShortestRouteBetweenTwoHostsLeadsThere() {
        for (Node node : subnet.nodes(NodeType.CHANNEL_ADAPTER)) {
            Port to = node.port(1).orElseThrow();
            Route route = subnet.route(subnet.origin(), to).orElseThrow();

            assertThat(route.hops()).isEqualTo(node.path().hops());
            assertThat(mad.subnGet(NodeInfo.class, route.directed()).nodeGuid()).isEqualTo(node.guid());
            assertThat(route.to()).isSameAs(to);
        }
        assertThat(subnet.route(host("host15"), host("host0")).orElseThrow().nodes())
                .hasSize(5)
                .startsWith(node("host15"), node("leaf3"))
                .endsWith(node("leaf0"), node("host0"));
        assertThat(subnet.route(host("host1"), host("host1")).orElseThrow().directed())
                .isEqualTo(DirectedPath.self());
    }

    @Test
    void theTablesOfAnUnresponsiveSwitchAreReportedAsMissing() {
        test.fabric().node("spine1").silence();

        ForwardingTables tables = ForwardingTables.read(subnet, mad);

        assertThat(tables.switches()).doesNotContain(node("spine1").guid());
        assertThat(tables.failures())
                .extracting(Throwable::getMessage)
                .anyMatch(text -> text.startsWith("cannot read the tables of \"spine1\": SubnGet(LinearForwardingTable)"
                        + " timed out to DirectedPath[0,1,2]"));
    }

    @Test
    void aPacketIsLostWhereTheTableWasNotRead() {
        test.fabric().node("leaf0").silence();
        ForwardingTables tables = ForwardingTables.read(subnet, mad);

        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> tables.route(subnet.origin(), host("host9").lid()))
                .withMessage("packets from \"host0\" port 1 to LID "
                        + host("host9").lid() + " are lost: the table of \"leaf0\" has no entry for it");
    }

    @Test
    void theSubnetDoesNotChangeWithTheFabric() {
        List<Node> before = List.copyOf(subnet.nodes());
        test.fabric().node("leaf2").silence();
        subnet = rdma.discovery(mad).run();

        assertThat(before).hasSize(22);
        assertThat(subnet.nodes()).hasSize(17);
        subnet = rdma.discovery(mad).maxHops(0).run();
        assertThat(subnet.failures()).isEmpty();
    }
}
