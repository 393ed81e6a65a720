package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.diag.IdentifierCheck;
import io.verbena.diag.PortAddress;
import io.verbena.diag.routing.Arrival;
import io.verbena.diag.routing.Destinations;
import io.verbena.diag.routing.LftBalance;
import io.verbena.diag.routing.MulticastTable;
import io.verbena.diag.routing.MulticastTracer;
import io.verbena.diag.routing.RouteTrace;
import io.verbena.diag.routing.RouteTracer;
import io.verbena.diag.routing.UnicastTable;
import io.verbena.diag.routing.UnicastTable.TableRange;
import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.MulticastForwardingTable;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Route;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.forwarding.ForwardingTables;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Forwarding tables and traces. The fabric is a tree of two spines, four leaves and 16 hosts; the local host is the
 * first of them.
 */
@Timeout(60)
class RoutingTest {
    private static final DirectedPath LEAF = DirectedPath.of(1);
    private static final Lid GROUP = Lid.FIRST_MULTICAST;

    private final TestFabric test = new TestFabric();
    private final Rdma rdma = test.open("fat-tree:2,4,4", new MadOptions(Duration.ofMillis(20), 1, 64));
    private final MadTransactor mad = rdma.mad(rdma.defaultEndPort());
    private final Subnet subnet = rdma.discovery(mad).run();
    private final RouteTracer tracer = new RouteTracer(mad, NodeNameMap.EMPTY, Arrival.reported(), false);

    @AfterEach
    void close() {
        mad.close();
        rdma.close();
    }

    private Port host(String name) {
        return subnet.node(name, NodeNameMap.EMPTY).port(1).orElseThrow();
    }

    private UnicastTable table(Node node, TableRange range) {
        return UnicastTable.read(
                mad,
                subnet.pathTo(node).orElseThrow(),
                NodeNameMap.EMPTY,
                range,
                Destinations.of(subnet, NodeNameMap.EMPTY));
    }

    @Test
    void aTraceFollowsTheForwardingTables() {
        ForwardingTables tables = ForwardingTables.read(subnet, mad);
        for (String from : List.of("host0", "host5", "host15")) {
            for (String to : List.of("host1", "host9", "host14")) {
                Route route = tables.route(host(from), host(to).lid());
                RouteTrace trace = tracer.trace(host(from).lid(), host(to).lid());

                assertThat(trace.from().name()).isEqualTo(from);
                assertThat(trace.to().name()).isEqualTo(to);
                assertThat(trace.hops().stream().map(RouteTrace.Hop::exit))
                        .containsExactlyElementsOf(
                                route.exits().stream().map(Port::number).toList());
                assertThat(trace.hops().stream().map(RouteTrace.Hop::port))
                        .containsExactlyElementsOf(route.exits().stream()
                                .map(exit -> exit.peer().orElseThrow().number())
                                .toList());
            }
        }
    }

    @Test
    void theSubnetAdministrationReturnsTheSamePath() {
        RouteTracer bySa =
                new RouteTracer(rdma.sa(mad).management(), NodeNameMap.EMPTY, Arrival.of(rdma.sa(mad)), false);

        assertThat(bySa.trace(host("host5").lid(), host("host14").lid()))
                .isEqualTo(tracer.trace(host("host5").lid(), host("host14").lid()));
    }

    @Test
    void aRouteToTheSourceHasNoHops() {
        RouteTrace trace = tracer.trace(DirectedPath.self(), host("host0").lid());

        assertThat(trace.hops()).isEmpty();
        assertThat(trace.from()).isEqualTo(trace.to());
    }

    @Test
    void aTraceShowsWherePacketsToAnUnknownLidAreLost() {
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> tracer.trace(DirectedPath.self(), Lid.of(99)))
                .withMessageContaining("packets from \"host0\" to LID 99 are lost: \"leaf0\" has no route to the LID");
    }

    @Test
    void aTableHasTheEntriesOfItsRange() {
        Node leaf = subnet.node("leaf0", NodeNameMap.EMPTY);

        assertThat(table(leaf, TableRange.USED).entries())
                .hasSize(subnet.nodes().size());
        UnicastTable some = table(leaf, new TableRange(2, 4, false));
        assertThat(some.entries().stream().map(UnicastTable.Entry::lid)).containsExactly(2, 3, 4);
        assertThat(some.entries())
                .allSatisfy(entry -> assertThat(entry.destination()).isNotNull());
        assertThat(table(leaf, new TableRange(0, 0, true)).entries().get(0).port())
                .isGreaterThan(36);
        assertThat(table(leaf, new TableRange(40_000, null, false)).entries()).isEmpty();
    }

    @Test
    void anUnresponsiveNodeIsNotADestination() {
        Lid silent = host("host5").lid();
        test.fabric().node("host5").silence();

        UnicastTable table = UnicastTable.read(
                mad, LEAF, NodeNameMap.EMPTY, TableRange.USED, Destinations.askedBy(mad, NodeNameMap.EMPTY));

        assertThat(table.entries())
                .allSatisfy(entry -> assertThat(entry.destination() == null).isEqualTo(entry.lid() == silent.bits()));
    }

    @Test
    void multicastPacketsAreTracedThroughTheirTables() {
        RouteTrace way = tracer.trace(DirectedPath.self(), host("host9").lid());
        DirectedPath path = DirectedPath.self();
        for (int i = 0; i < way.hops().size() - 1; i++) {
            path = path.then(way.hops().get(i).exit());
            int mask =
                    1 << way.hops().get(i).port() | 1 << way.hops().get(i + 1).exit();
            mad.subnSet(new MulticastForwardingTable().portMask(0, mask), path, 0);
        }

        MulticastTable groups = MulticastTable.read(mad, LEAF, NodeNameMap.EMPTY, TableRange.USED);
        assertThat(groups.groups()).extracting(MulticastTable.Group::lid).contains(GROUP.bits());
        MulticastTracer multicast = new MulticastTracer(mad, NodeNameMap.EMPTY, Arrival.reported());
        assertThat(multicast
                        .trace(DirectedPath.self(), host("host9").lid(), GROUP)
                        .hops())
                .isEqualTo(way.hops());
        assertThat(multicast
                        .trace(IbPath.to(host("host9").lid()), host("host0").lid(), GROUP)
                        .hops())
                .hasSameSizeAs(way.hops());
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(
                        () -> multicast.trace(DirectedPath.self(), host("host6").lid(), GROUP))
                .withMessageContaining("do not reach LID");
    }

    @Test
    void linksAreBalancedIfNoPortLeadsToManyMoreLidsThanAnother() {
        List<UnicastTable> tables = subnet.nodes().stream()
                .filter(Node::isSwitch)
                .map(node -> table(node, TableRange.USED))
                .toList();

        LftBalance balance = LftBalance.of(subnet, tables, false);

        assertThat(balance.switches()).hasSize(6);
        assertThat(balance.switches())
                .filteredOn(node -> node.name().startsWith("spine"))
                .allSatisfy(node -> assertThat(node.ports())
                        .extracting(LftBalance.PortUse::lids)
                        .containsOnly(4));
    }

    @Test
    void aPortListsItsAddresses() {
        PortAddress self = PortAddress.read(mad, DirectedPath.self());

        assertThat(self.lid()).isEqualTo(host("host0").lid());
        assertThat(self.lastLid()).isEqualTo(self.lid().bits());
        assertThat(PortAddress.read(mad, IbPath.to(self.lid()))).isEqualTo(self);
    }

    @Test
    void aHealthySubnetHasUniqueIdentifiers() {
        assertThat(IdentifierCheck.of(subnet).problems()).isEmpty();
    }
}
