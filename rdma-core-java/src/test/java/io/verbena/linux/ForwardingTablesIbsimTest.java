package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Route;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.forwarding.ForwardingTables;
import io.verbena.subnet.forwarding.MulticastTables;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tables that a real subnet manager filled. */
@Tag("ibsim")
class ForwardingTablesIbsimTest {
    private final Rdma rdma = new Ibsim().open(MadOptions.DEFAULTS);
    private final MadTransactor mad = rdma.mad(rdma.defaultEndPort());
    private final Subnet subnet = rdma.discovery(mad).run();

    @AfterEach
    void close() {
        mad.close();
        rdma.close();
    }

    private static Stream<Port> endPorts(Node node) {
        return node.ports().stream()
                .filter(Port::isEndPort)
                .filter(port -> port.lid().isUnicast());
    }

    @Test
    void leadEveryPacketToItsPortOverTheFewestLinks() {
        ForwardingTables tables = ForwardingTables.read(subnet, mad);

        assertThat(tables.failures()).isEmpty();
        assertThat(tables.switches()).hasSameSizeAs(subnet.nodes(NodeType.SWITCH));
        for (Node node : subnet.nodes()) {
            endPorts(node).forEach(to -> {
                Route route = tables.route(subnet.origin(), to.lid());

                assertThat(route.to().endPort()).isSameAs(to);
                assertThat(route.hops())
                        .isEqualTo(
                                subnet.route(subnet.origin(), to).orElseThrow().hops());
            });
        }
    }

    @Test
    void areTheSameAsIbrouteShows() throws Exception {
        ForwardingTables tables = ForwardingTables.read(subnet, mad);

        for (Node node : subnet.nodes(NodeType.SWITCH)) {
            Process ibroute = new ProcessBuilder(
                            "/usr/sbin/ibroute",
                            "-n",
                            node.port(0).orElseThrow().lid().toString())
                    .redirectErrorStream(true)
                    .start();
            List<String> entries = new String(ibroute.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.matches("0x[0-9a-f]{4} [0-9]{3}.*"))
                    .map(line -> line.substring(0, 10))
                    .toList();

            assertThat(entries)
                    .as(node.description())
                    .hasSizeGreaterThan(5)
                    .allSatisfy(entry -> assertThat(
                                    tables.exit(node.guid(), Lid.of(Integer.parseInt(entry.substring(2, 6), 16))))
                            .contains(Integer.parseInt(entry.substring(7))));
        }
    }

    @Test
    void sayWhereAPacketToNobodyIsLost() {
        ForwardingTables tables = ForwardingTables.read(subnet, mad);
        Lid nobody = Lid.of(0xbff0);

        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> tables.route(subnet.origin(), nobody))
                .withMessageStartingWith(
                        "packets from \"host5 HCA-1\" port 1 to LID 49136 are lost: the table of \"rail2-leaf2\" has no entry");
    }

    @Test
    void ofMulticastAreReadForEverySwitch() {
        MulticastTables tables = MulticastTables.read(subnet, mad);

        assertThat(tables.failures()).isEmpty();
        assertThat(tables.switches()).hasSameSizeAs(subnet.nodes(NodeType.SWITCH));
        for (Node node : subnet.nodes(NodeType.SWITCH)) {
            for (Lid group : tables.groups(node.guid())) {
                assertThat(tables.exits(node.guid(), group).stream())
                        .isNotEmpty()
                        .allMatch(port -> port <= node.info().numPorts());
            }
        }
    }
}
