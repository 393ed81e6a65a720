package io.verbena.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.NodeType;
import io.verbena.iba.VirtualLanes;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.Topology.TopologyPort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyReaderTest {

    @Test
    void readsTheOutputOfIbnetdiscover() {
        Topology topology = TopologyReader.read("full", Texts.FULL);

        assertThat(topology.nodes())
                .extracting(TopologyNode::description)
                .containsExactly("leaf1", "spine", "host1 HCA-1", "host2 HCA-1", "router");
        TopologyNode leaf = topology.nodes().get(0);
        assertThat(leaf.type()).isEqualTo(NodeType.SWITCH);
        assertThat(leaf.numPorts()).isEqualTo(8);
        assertThat(leaf.vendorId()).isEqualTo(0x2c9);
        assertThat(leaf.deviceId()).isEqualTo(0xb924);
        assertThat(leaf.systemImageGuid()).isEqualTo(Guid.parse("0x2c90000010003"));
        assertThat(leaf.nodeGuid()).isEqualTo(Guid.parse("0x2c90000010000"));
        assertThat(leaf.portZeroGuid()).isEqualTo(Guid.parse("0x2c90000010000"));
        assertThat(leaf.portZeroLid()).isEqualTo(2);
        assertThat(leaf.enhancedPortZero()).isFalse();
        assertThat(topology.nodes().get(1).enhancedPortZero()).isTrue();
        assertThat(topology.nodes().get(1).portZeroLmc()).isEqualTo(1);
    }

    @Test
    void readsPortsOfChannelAdaptersWithTheirGuidLidAndLink() {
        TopologyNode host = TopologyReader.read("full", Texts.FULL).nodes().get(3);

        assertThat(host.port(2))
                .contains(new TopologyPort(
                        2,
                        Guid.parse("0x8f10400020002"),
                        9,
                        3,
                        LinkWidth.TWO,
                        LaneSpeed.HDR,
                        VirtualLanes.VL0_TO_7,
                        Optional.of(new TopologyPort.Peer("S-0002c90000010000", 2))));
        assertThat(host.port(1).orElseThrow().speed()).isEqualTo(LaneSpeed.UNKNOWN);
        assertThat(host.port(1).orElseThrow().width()).isEqualTo(LinkWidth.FOUR);
    }

    @Test
    void completesLinksThatAreListedAtOneEndOnly() {
        Topology topology = TopologyReader.read("hand", Texts.BY_HAND);

        assertThat(topology.nodes().get(1).port(4).orElseThrow().peer()).contains(new TopologyPort.Peer("sw1", 3));
        assertThat(topology.nodes().get(2).port(1).orElseThrow().peer()).contains(new TopologyPort.Peer("sw1", 1));
    }

    @Test
    void completesTheRemoteEndWithItsGuidAndLid() {
        Topology topology = TopologyReader.read("net", """
                Switch 8 "S-0002c90000010000"
                [1] "H-0008f10400010000"[1](8f10400010001) # "host1" lid 5 4xEDR
                Ca 1 "H-0008f10400010000"
                """);

        TopologyPort port = topology.nodes().get(1).port(1).orElseThrow();
        assertThat(port.guid()).isEqualTo(Guid.parse("0x8f10400010001"));
        assertThat(port.lid()).isEqualTo(5);
        assertThat(port.speed()).isEqualTo(LaneSpeed.EDR);
    }

    @Test
    void guidsAreZeroIfTheIdContainsNone() {
        Topology topology = TopologyReader.read("hand", Texts.BY_HAND);

        assertThat(topology.nodes()).extracting(TopologyNode::nodeGuid).containsOnly(Guid.ZERO);
    }

    @Test
    void readsDescriptionsWithQuotesAndBrackets() {
        Topology topology = TopologyReader.read("hand", Texts.BY_HAND);

        assertThat(topology.nodes())
                .extracting(TopologyNode::description)
                .containsExactly("sw1", "the \"best\" switch", "Zürich [1] (a) \"b\"");
    }

    @Test
    void aLinkHasTheBestWidthAndSpeedOfBothEnds() {
        Topology topology = TopologyReader.read("net", """
                Ca 4 "a"
                [1] "b"[1] w=31 s=7 e=5
                [2] "b"[2] w=1 s=1
                [3] "b"[3] # "b" lid 0 12xEDR
                Ca 4 "b"
                [1] "a"[1] w=18 s=7 e=7
                [2] "a"[2] w=3 s=7
                [3] "a"[3] # lid 0 lmc 0 "a" lid 0 4xHDR
                """);

        assertThat(topology.nodes()).allSatisfy(node -> {
            assertThat(node.ports().values())
                    .extracting(TopologyPort::width)
                    .containsExactly(LinkWidth.FOUR, LinkWidth.ONE, LinkWidth.FOUR);
            assertThat(node.ports().values())
                    .extracting(TopologyPort::speed)
                    .containsExactly(LaneSpeed.HDR, LaneSpeed.SDR, LaneSpeed.EDR);
        });
    }

    @Test
    void skipsChassisGroupsAndComments() {
        Topology topology = TopologyReader.read("grouped", """
                Chassis 1 (guid 0x2c90000010003)
                Hostname: big
                # Spine Nodes

                switchguid=0x2c90000010000(2c90000010000)\t# chassis 1 spine 2
                Switch\t8 "S-0002c90000010000"\t\t# "leaf1" base port 0 lid 2 lmc 0
                [1][ext 3]\t"H-0008f10400010000"[1](8f10400010001) \t\t# "host1 HCA-1" lid 1 4xEDR

                Non-Chassis Nodes

                Ca 1 "H-0008f10400010000"
                [1] "S-0002c90000010000"[1] # the new cable
                """);

        assertThat(topology.nodes()).hasSize(2);
    }

    @Test
    void readsDescriptionsThatAreNotUtf8(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("latin.net");
        Files.write(file, "Ca 1 \"a\" # \"Zürich\"\r\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(TopologyReader.read(file).nodes().get(0).description()).isEqualTo("Z\ufffdrich");
    }

    @Test
    void anUnreadableFileIsNamedInTheException(@TempDir Path directory) {
        assertThatThrownBy(() -> TopologyReader.read(directory.resolve("none.net")))
                .isInstanceOf(RdmaException.class)
                .hasMessageContaining("none.net");
    }
}
