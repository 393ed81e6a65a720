package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.Rdma;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.mad.MadExchange;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTracer;
import io.verbena.mad.MadTransactor;
import io.verbena.path.CombinedPath;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.sa.SubnetManagerMissingException;
import io.verbena.subnet.Node;
import io.verbena.subnet.Subnet;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The modes of discovery on a fabric with injected faults. */
@Timeout(60)
class DiscoveryModesTest {
    private static final MadOptions OPTIONS = new MadOptions(Duration.ofMillis(50), 2, 64);
    private static final long KEY = 99;

    private final TestFabric test = new TestFabric();

    private static List<String> names(Subnet subnet) {
        return subnet.nodes().stream().map(Node::description).toList();
    }

    /** Returns the PortInfo at the end of a route, in the form in which it is written back. */
    private static PortInfo settings(MadTransactor mad, DirectedPath path) {
        return PortInfo.LAYOUT
                .copy(mad.subnGet(PortInfo.class, path, 0))
                .portState(PortState.NO_CHANGE)
                .portPhysicalState(PortPhysicalState.NO_CHANGE);
    }

    private Lid lid(String node, int port) {
        return Lid.of(test.fabric().node(node).port(port).lid());
    }

    @Test
    void aCombinedRouteGoesByLidFirst() {
        try (Rdma rdma = test.open("fat-tree:2,4,4", OPTIONS);
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            CombinedPath path = new CombinedPath(lid("leaf2", 0), DirectedPath.of(1, 4));

            assertThat(mad.subnGet(NodeDescription.class, path, 0).nodeString()).isEqualTo("leaf3");
        }
    }

    @Test
    void fromALidTheDiscoveryGoesOnByCombinedRoutes() {
        try (Rdma rdma = test.open("fat-tree:2,4,4", OPTIONS);
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            Subnet subnet = rdma.discovery(mad).from(IbPath.to(lid("leaf2", 0))).run();

            assertThat(subnet.failures()).isEmpty();
            assertThat(subnet.nodes()).hasSize(22);
            assertThat(names(subnet).get(0)).isEqualTo("leaf2");
            assertThat(subnet.nodes().stream().skip(1))
                    .allSatisfy(node -> assertThat(subnet.pathTo(node)).get().isInstanceOf(CombinedPath.class));
            Subnet near = rdma.discovery(mad)
                    .from(IbPath.to(lid("host9", 1)))
                    .maxHops(1)
                    .run();
            assertThat(names(near)).containsExactly("host9", "leaf2");
        }
    }

    @Test
    void aRouteThatLoopsBeginsWhereItEnds() {
        try (Rdma rdma = test.open("fat-tree:2,4,4", OPTIONS);
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            DirectedPath loop = DirectedPath.of(1, 1, 2, 2, 1, 1, 2);

            Subnet subnet = rdma.discovery(mad).from(loop).run();

            assertThat(subnet.failures()).isEmpty();
            assertThat(subnet.nodes()).hasSize(22);
        }
    }

    @Test
    void byLidANodeThatItsLidDoesNotReachIsReadByDirectedRouteAndReported() {
        List<String> calls = new CopyOnWriteArrayList<>();
        MadTracer tracer = new MadTracer() {
            @Override
            public void sent(MadExchange exchange, int attempt) {
                calls.add(exchange.path() + " " + exchange.call());
            }
        };
        try (Rdma rdma = test.open(EmbeddedFabric.open("fat-tree:2,4,4"), OPTIONS, tracer);
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            // The agent accepts the LID, but the forwarding tables do not contain it.
            PortInfo moved = settings(mad, DirectedPath.of(1, 1));
            mad.subnSet(moved.lid(Lid.of(4000)), DirectedPath.of(1, 1), 0);
            calls.clear();

            Subnet subnet = rdma.discovery(mad).byLid().run();

            assertThat(subnet.nodes()).hasSize(22);
            assertThat(names(subnet)).contains("spine0");
            assertThat(subnet.failures())
                    .singleElement()
                    .satisfies(failure -> assertThat(failure)
                            .hasMessageStartingWith(
                                    "cannot ask 0x0002c90200000000 by LID 4000; it is read by directed route instead: SubnGet(NodeInfo) timed")
                            .hasMessageContaining("IbPath[dlid=4000]"));
            assertThat(calls)
                    .filteredOn(call -> call.contains("PortInfo") || call.contains("Description"))
                    .filteredOn(call -> call.startsWith("DirectedPath") && !call.startsWith("DirectedPath[0,1,1] "))
                    .as("of each node but one a single PortInfo comes by directed route")
                    .hasSize(21);
        }
    }

    @Test
    void whatAnMKeyProtectsIsReadWithTheKeyAndReportedWithoutIt() {
        try (Rdma rdma = test.open("fat-tree:2,4,4", OPTIONS);
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            DirectedPath spine = DirectedPath.of(1, 1);
            PortInfo open = settings(mad, spine);
            mad.subnSet(open.mKey(KEY).mKeyProtectBits(2), spine, 0);

            Subnet without = rdma.discovery(mad).run();
            assertThat(names(without)).doesNotContain("spine0").hasSize(21);
            assertThat(without.failures())
                    .extracting(Throwable::getMessage)
                    .contains(
                            "cannot read the node at the other end of \"leaf0\" port 1 (unreachable, or it requires an M_Key, which"
                                    + " the options lack): SubnGet(NodeInfo) timed out to DirectedPath[0,1,1] after 3 tries"
                                    + " of 31 ms")
                    .hasSize(4);

            MadTransactor other =
                    mad.withOptions(OPTIONS.withKeys(OPTIONS.keys().withMKey(KEY + 1)));
            assertThat(rdma.discovery(other).run().failures())
                    .hasSize(4)
                    .allSatisfy(failure -> assertThat(failure)
                            .hasMessageContaining("(unreachable, or it requires another M_Key than the options have)"));

            MadTransactor trusted =
                    mad.withOptions(OPTIONS.withKeys(OPTIONS.keys().withMKey(KEY)));
            Subnet with = rdma.discovery(trusted).run();
            assertThat(with.failures()).isEmpty();
            assertThat(names(with)).contains("spine0").hasSize(22);
        }
    }

    @Test
    void aNodeThatAnswersWithinItsTimeoutIsFoundThoughItIsAskedMoreOften() {
        MadOptions patient = new MadOptions(Duration.ofMillis(90), 2, 64);
        try (Rdma rdma = test.open("two-node", patient);
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            test.fabric().delay(Duration.ofMillis(75));

            Subnet subnet = rdma.discovery(mad).run();

            assertThat(subnet.failures()).isEmpty();
            assertThat(subnet.nodes()).hasSize(3);
        }
    }

    @Test
    void sinceAnOlderReadingAMovedHostIsWhereItIs() {
        try (Rdma rdma = test.open("fat-tree:2,4,4", OPTIONS);
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            Subnet full = rdma.discovery(mad).run();
            test.fabric().node("leaf2").silence();

            Subnet less = rdma.discovery(mad).since(full).run();

            assertThat(less.nodes()).hasSize(17);
            assertThat(less.failures())
                    .hasSize(2)
                    .allSatisfy(failure -> assertThat(failure).hasMessageContaining("at the other end of \"spine"));
            test.fabric().node("leaf2").restore();
            Subnet again = rdma.discovery(mad).since(less).run();
            assertThat(names(again)).isEqualTo(names(full));
            assertThat(again.failures()).isEmpty();
        }
    }

    @Test
    void withoutASubnetManagerThereIsNothingToReadFromIt() {
        try (Rdma rdma =
                        test.open(EmbeddedFabric.builder("two-node").unmanaged().open(), OPTIONS);
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            assertThat(rdma.discovery(mad).bySa().runAsync())
                    .failsWithin(Duration.ofSeconds(5))
                    .withThrowableThat()
                    .withCauseInstanceOf(SubnetManagerMissingException.class);
        }
    }

    @Test
    void whatContradictsItselfIsRefused() {
        try (Rdma rdma = test.open("two-node", OPTIONS);
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> rdma.discovery(mad).bySa().maxHops(1).run())
                    .withMessage("a discovery by SA follows no links, so it neither begins at DirectedPath[0] nor ends"
                            + " after 1 hops");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> rdma.discovery(mad).lids(Lid.of(5), Lid.of(4)))
                    .withMessage("LIDs 5 to 4 make no sense; those of ports are from 1 to 49151");
        }
    }
}
