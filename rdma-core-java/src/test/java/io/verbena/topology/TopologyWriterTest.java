package io.verbena.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Guid;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.TopologyWriter.TopologyOrigin;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopologyWriterTest {
    private static final TopologyOrigin ORIGIN = new TopologyOrigin(
            LocalDateTime.of(2026, 11, 1, 2, 1, 54),
            Guid.parse("0x0008f10400010000"),
            Guid.parse("0x0008f10400010001"));

    @Test
    void writesTheBytesOfIbnetdiscoverInFull() {
        Topology topology = TopologyReader.read("full", Texts.FULL);

        assertThat(TopologyWriter.write(topology, ORIGIN, true)).isEqualTo(Texts.FULL);
    }

    @Test
    void writesTheBytesOfIbnetdiscoverPlain() {
        Topology topology = TopologyReader.read("full", Texts.FULL);

        assertThat(TopologyWriter.write(topology, ORIGIN, false))
                .isEqualTo(Texts.FULL.replaceAll(" s=\\d+ w=\\d+ v=\\d+\n", "\n"));
    }

    @Test
    void writesSwitchesThenChannelAdaptersThenRouters() {
        Topology topology = TopologyReader.read("full", Texts.FULL);
        List<TopologyNode> nodes = topology.nodes();
        Topology mixed = new Topology(List.of(nodes.get(4), nodes.get(2), nodes.get(0), nodes.get(3), nodes.get(1)));

        assertThat(TopologyWriter.write(mixed, ORIGIN, true)).isEqualTo(Texts.FULL);
    }

    @Test
    void writtenTopologiesAreReadBackUnchanged() {
        for (String text : List.of(Texts.FULL, Texts.BY_HAND)) {
            Topology topology = TopologyReader.read("text", text);

            Topology again = TopologyReader.read("again", TopologyWriter.write(topology, ORIGIN, true));

            assertThat(again).isEqualTo(topology);
        }
    }

    @Test
    void aLineBreakInADescriptionDoesNotEndTheLine() {
        TopologyNode node = TopologyReader.read("net", "Ca 1 \"a\"").nodes().get(0);
        Topology topology = new Topology(List.of(new TopologyNode(
                node.id(),
                node.type(),
                1,
                0,
                0,
                Guid.ZERO,
                Guid.ZERO,
                Guid.ZERO,
                "two\nlines\u202e\u2028",
                false,
                0,
                0,
                node.ports())));

        assertThat(TopologyWriter.write(topology, ORIGIN, false)).contains("# \"two lines  \"\n");
    }
}
