package io.verbena.subnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortState;
import io.verbena.path.DirectedPath;
import io.verbena.topology.Topology;
import io.verbena.topology.TopologyReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopologySubnetTest {
    private static final String TEXT = """
            vendid=0x2c9
            devid=0xcb20
            switchguid=0x10(11)
            Switch\t8 "S-0000000000000010"\t\t# "leaf" enhanced port 0 lid 4 lmc 0
            [2]\t"H-0000000000000100"[1](101) \t\t# "host 1" lid 7 4xEDR

            caguid=0x100
            Ca\t2 "H-0000000000000100"\t\t# "host 1"
            [1](101) \t"S-0000000000000010"[2]\t\t# lid 7 lmc 0 "leaf" lid 4 4xEDR
            """;

    private static Subnet read(String text) {
        return TopologySubnet.of("file", TopologyReader.read("file", text));
    }

    @Test
    void containsNodesLinksAndAddresses() {
        Subnet subnet = read(TEXT);

        Node leaf = subnet.node(Guid.of(0x10)).orElseThrow();
        assertThat(leaf.type()).isEqualTo(NodeType.SWITCH);
        assertThat(leaf.description()).isEqualTo("leaf");
        assertThat(leaf.info().numPorts()).isEqualTo(8);
        assertThat(leaf.switchInfo().orElseThrow().enhancedPort0()).isEqualTo(1);
        Port port = leaf.port(2).orElseThrow();
        assertThat(port.lid()).isEqualTo(Lid.of(4));
        assertThat(port.state()).as("a file knows no states").isEqualTo(PortState.UNKNOWN);
        Port host = port.peer().orElseThrow();
        assertThat(host.node().description()).isEqualTo("host 1");
        assertThat(host.lid()).isEqualTo(Lid.of(7));
        assertThat(host.guid()).isEqualTo(Guid.of(0x101));
        assertThat(subnet.port(Lid.of(7))).contains(host);
        assertThat(subnet.failures()).isEmpty();
    }

    @Test
    void findsNodesAndPortsByDirectedRoute() {
        Subnet subnet = read(TEXT);
        Port leaf = subnet.origin();
        DirectedPath toHost = DirectedPath.of(2);

        assertThat(subnet.port(toHost))
                .contains(leaf.node().port(2).orElseThrow().peer().orElseThrow());
        assertThat(subnet.node(toHost)).contains(subnet.node(Guid.of(0x100)).orElseThrow());
        assertThat(subnet.port(DirectedPath.self())).contains(leaf);
        assertThat(subnet.node(toHost.then(1))).contains(leaf.node());
        assertThat(subnet.port(DirectedPath.of(3))).as("port 3 has no link").isEmpty();
        assertThat(subnet.node(toHost.then(2))).as("the host has no port 2").isEmpty();
    }

    @Test
    void aDescriptionIsTruncatedToTheLengthOfTheAttribute() {
        Subnet subnet = read("caguid=0x100\nCa 1 \"H-0000000000000100\" # \"" + "é".repeat(40) + "\"\n");

        assertThat(subnet.node(Guid.of(0x100)).orElseThrow().description()).isEqualTo("é".repeat(32));
    }

    @Test
    void refusesATopologyThatIsNotASubnet() {
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> TopologySubnet.of("file", new Topology(List.of())))
                .withMessage("file has no nodes; expected what ibnetdiscover prints");
        refuses("Ca 1 \"host\" # \"host\"\n", "file does not say the GUID of \"host\"");
        refuses(
                "caguid=0x1\nCa 1 \"a\" # \"a\"\n\ncaguid=0x1\nCa 1 \"b\" # \"b\"\n",
                "file has two nodes with the GUID 0x0000000000000001");
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> TopologySubnet.read(Path.of("/nowhere/topology")))
                .withMessageContaining("/nowhere/topology: there is no such file or folder");
    }

    private static void refuses(String text, String says) {
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> read(text))
                .withMessageStartingWith(says);
    }
}
