package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.iba.TraceRecord;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.PathQuery;
import io.verbena.sa.SaClient;
import io.verbena.sa.SaException;
import io.verbena.sa.SaPathNotFoundException;
import io.verbena.subnet.Port;
import io.verbena.subnet.Route;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.forwarding.ForwardingTables;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The path trace of the subnet administration agrees with the forwarding tables. */
@Timeout(60)
class PathTraceTest {
    private final EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,4");
    private final Rdma rdma = Rdma.builder().driver(fabric.driver("host5")).open();
    private final MadTransactor mad = rdma.mad(rdma.defaultEndPort());
    private final SaClient sa = rdma.sa(mad);

    @AfterEach
    void close() {
        sa.close();
        mad.close();
        rdma.close();
        fabric.close();
    }

    private Guid port(String host) {
        return fabric.node(host).port(1).guid();
    }

    /** Returns node, entry port and exit port; the ports are 0 at the ends of the path. */
    private static List<String> hops(List<TraceRecord> trace) {
        return trace.stream()
                .map(hop -> "[" + hop.entryPort() + "] " + Guid.of(hop.nodeId()) + " [" + hop.exitPort() + "]")
                .toList();
    }

    private static List<String> hops(Route route) {
        List<String> hops = new ArrayList<>();
        Port entry = null;
        for (Port exit : route.exits()) {
            hops.add("[" + (entry == null ? 0 : entry.number()) + "] "
                    + exit.node().guid() + " [" + exit.number() + "]");
            entry = exit.peer().orElseThrow();
        }
        hops.add("[" + (entry == null ? 0 : entry.number()) + "] "
                + route.to().node().guid() + " [0]");
        return hops;
    }

    @Test
    void containsEveryNodeOfTheForwardingRoute() {
        Subnet subnet = rdma.discovery(mad).run();
        ForwardingTables tables = ForwardingTables.read(subnet, mad);
        for (String host : List.of("host4", "host15", "host0")) {
            Port to = subnet.port(port(host)).orElseThrow();

            List<TraceRecord> trace = sa.trace(PathQuery.to(port(host)));

            assertThat(hops(trace)).isEqualTo(hops(tables.route(subnet.origin(), to.lid())));
            assertThat(trace).allSatisfy(hop -> {
                assertThat(hop.gidPrefix()).isEqualTo(Gid.LINK_LOCAL_PREFIX);
                assertThat(hop.nodeType())
                        .isEqualTo(
                                subnet.node(Guid.of(hop.nodeId())).orElseThrow().type());
            });
            assertThat(trace.get(0).exitPortId()).isEqualTo(port("host5").bits());
            assertThat(trace.get(trace.size() - 1).entryPortId())
                    .isEqualTo(port(host).bits());
        }
    }

    @Test
    void containsOneNodeForAPathToItself() {
        assertThat(sa.trace(PathQuery.to(port("host5")))).singleElement().satisfies(hop -> {
            assertThat(hop.nodeType()).isEqualTo(NodeType.CHANNEL_ADAPTER);
            assertThat(hop.entryPort()).isZero();
            assertThat(hop.exitPort()).isZero();
        });
    }

    @Test
    void isRefusedWithoutAPath() {
        assertThatExceptionOfType(SaException.class)
                .isThrownBy(() -> sa.trace(PathQuery.to(Guid.of(0x1234))))
                .withMessageContaining("the trace of PathRecord[dgid=fe80::1234");
        assertThatExceptionOfType(SaPathNotFoundException.class).isThrownBy(() -> sa.trace(PathQuery.toService(0x99)));
    }
}
