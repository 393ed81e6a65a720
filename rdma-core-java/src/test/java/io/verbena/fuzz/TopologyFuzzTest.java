package io.verbena.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.subnet.TopologySubnet;
import io.verbena.topology.Topology;
import io.verbena.topology.TopologyFormatException;
import io.verbena.topology.TopologyReader;
import io.verbena.topology.TopologyWriter;
import io.verbena.topology.TopologyWriter.TopologyOrigin;
import java.time.LocalDateTime;

class TopologyFuzzTest {
    private static final TopologyOrigin ORIGIN =
            new TopologyOrigin(LocalDateTime.of(2026, 11, 1, 0, 0), Guid.ZERO, Guid.ZERO);

    @FuzzTest
    void aNetFileIsReadOrRefusedWithItsLine(FuzzedDataProvider data) {
        Topology topology;
        try {
            topology = TopologyReader.read("fuzz.net", data.consumeRemainingAsString());
        } catch (TopologyFormatException refused) {
            assertThat(refused.getMessage()).startsWith("fuzz.net:").doesNotContain("\n");
            return;
        }
        assertThat(TopologyWriter.write(topology, ORIGIN, true)).startsWith("#\n# Topology file: ");
    }

    @FuzzTest
    void aNetFileIsASubnetOrRefusedInALine(FuzzedDataProvider data) {
        try {
            Topology topology = TopologyReader.read("fuzz.net", data.consumeRemainingAsString());
            assertThat(TopologySubnet.of("fuzz.net", topology).nodes()).hasSameSizeAs(topology.nodes());
        } catch (RdmaException refused) {
            assertThat(refused.getMessage()).startsWith("fuzz.net").doesNotContain("\n");
        }
    }
}
