package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.iba.VirtualLanes;
import io.verbena.iba.VlArbitrationTable;
import io.verbena.sm.LaneOptions;
import io.verbena.sm.QosOptions;
import io.verbena.sm.RoutingAlgorithm;
import io.verbena.sm.SubnetManagerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lanes, service levels and weights that a subnet manager sets. */
@Timeout(60)
class LaneOptionsTest {
    private static final long LOW = 1L << 16;
    private static final long HIGH = 3L << 16;

    @TempDir
    Path directory;

    private QosOptions read(String text) throws IOException {
        return QosOptions.read(Files.writeString(directory.resolve("qos.conf"), text));
    }

    @Test
    void lanesLevelsAndWeightsAreSetAtBothEndsOfALink() throws Exception {
        QosOptions lanes = read("""
                # Storage has service level 1
                qos_max_vls 4
                qos_high_limit 4
                qos_vlarb_high 1:64
                qos_vlarb_low 0:32,1:16,7:8
                qos_sl2vl 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
                """);
        try (EmbeddedFabric fabric =
                        EmbeddedFabric.builder("fat-tree:2,4,4").unmanaged().open();
                Asker host = new Asker(fabric, "host5")) {
            fabric.manage("host0", SubnetManagerOptions.DEFAULTS.withLanes(lanes));
            int port = host.ask(NodeInfo.LAYOUT, 0, 1).localPortNum();

            for (PortInfo info : List.of(host.ask(PortInfo.LAYOUT, 1), host.ask(PortInfo.LAYOUT, port, 1))) {
                assertThat(info.operationalVls()).isEqualTo(VirtualLanes.VL0_TO_3);
                assertThat(info.vlHighLimit()).isEqualTo(4);
            }
            assertThat(levels(host.ask(SlToVlMappingTable.LAYOUT, 0)))
                    .containsExactly(0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 15);
            assertThat(levels(host.ask(SlToVlMappingTable.LAYOUT, 1L << 8 | port, 1)))
                    .containsExactly(0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 15);
            assertThat(weights(host.ask(VlArbitrationTable.LAYOUT, HIGH | port, 1)))
                    .containsExactly("1:64");
            assertThat(weights(host.ask(VlArbitrationTable.LAYOUT, LOW | port, 1)))
                    .containsExactly("0:32", "1:16");
        }
    }

    @Test
    void withoutOptionsTheNodesKeepTheirLanes() {
        try (EmbeddedFabric fabric =
                        EmbeddedFabric.builder("fat-tree:2,4,4").unmanaged().open();
                Asker host = new Asker(fabric, "host5")) {
            fabric.node("host5").port(1).dropServiceLevel(3);

            fabric.manage("host0").close();
            assertThat(levels(host.ask(SlToVlMappingTable.LAYOUT, 0)))
                    .element(3)
                    .isEqualTo(15);

            fabric.manage("host0", SubnetManagerOptions.DEFAULTS.withLanes(QosOptions.DEFAULTS));
            assertThat(levels(host.ask(SlToVlMappingTable.LAYOUT, 0)))
                    .element(3)
                    .isNotEqualTo(15);
        }
    }

    private static List<Integer> levels(SlToVlMappingTable table) {
        return IntStream.range(0, 16).mapToObj(table::vl).toList();
    }

    private static List<String> weights(VlArbitrationTable table) {
        return IntStream.range(0, 32)
                .mapToObj(table::entry)
                .filter(entry -> entry.weight() != 0)
                .map(entry -> entry.vl() + ":" + entry.weight())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            qos_max_vls 16               | the number of lanes is 16; expected 1 to 15
            qos_high_limit x             | 'x' is not a number
            qos_vlarb_low 0:4,15:1       | the lane is 15; expected 0 to 14
            qos_vlarb_high 0:300         | the weight is 300; expected 0 to 255
            qos_vlarb_high 0             | '0' is not LANE:WEIGHT
            qos_sl2vl 0,1                | the number of service levels is 2; expected 16
            qos_cell_max_vls 4           | not supported; expected qos_ca_high_limit, qos_ca_max_vls, qos_ca_sl2vl, qos_ca_vlarb_high
            qos_swe_vlarb_low 0:4,15:1   | the lane is 15; expected 0 to 14
            qos_max_vls                  | expected a value after the name
            """)
    void anInvalidLineIsNamed(String line, String message) {
        assertThatThrownBy(() -> read("\n" + line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("qos.conf, line 2: '" + line + "': ")
                .hasMessageContaining(message);
    }

    @Test
    void aWholeFileOfOpensmIsRead() throws Exception {
        QosOptions lanes = read("""
                # The node for which opensm is master
                guid 0x0000000000000000
                qos TRUE
                qos_policy_file /etc/opensm/qos-policy.conf
                qos_max_vls 0
                qos_high_limit -1
                qos_vlarb_high (null)
                qos_vlarb_low 0:32,1:16
                qos_sl2vl (null)
                qos_ca_max_vls 0
                qos_swe_vlarb_low (null)
                cc_max_outstanding_mads 500
                """);

        LaneOptions defaults = LaneOptions.DEFAULTS;
        assertThat(lanes)
                .isEqualTo(QosOptions.of(new LaneOptions(
                        defaults.maxLanes(),
                        defaults.highLimit(),
                        defaults.high(),
                        List.of(new LaneOptions.Weight(0, 32), new LaneOptions.Weight(1, 16)),
                        defaults.levels())));
    }

    @Test
    void eachKindOfPortHasItsOwnOptions() throws Exception {
        QosOptions lanes = read("""
                qos_swe_high_limit 9
                qos_ca_vlarb_low 0:7,1:7
                qos_sw0_sl2vl 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1
                qos_rtr_max_vls 2
                qos_max_vls 4
                qos_high_limit 4
                """);
        assertThat(lanes.routers().maxLanes()).isEqualTo(2);
        assertThat(lanes.adapters().maxLanes()).isEqualTo(4);
        assertThat(lanes.switchZero().levels()).containsOnly(1);
        assertThat(lanes.switches().levels()).isEqualTo(LaneOptions.DEFAULTS.levels());
        try (EmbeddedFabric fabric =
                        EmbeddedFabric.builder("fat-tree:2,4,4").unmanaged().open();
                Asker host = new Asker(fabric, "host5")) {
            fabric.manage("host0", SubnetManagerOptions.DEFAULTS.withLanes(lanes));
            int port = host.ask(NodeInfo.LAYOUT, 0, 1).localPortNum();

            assertThat(host.ask(PortInfo.LAYOUT, 1).vlHighLimit()).isEqualTo(4);
            assertThat(host.ask(PortInfo.LAYOUT, port, 1).vlHighLimit()).isEqualTo(9);
            assertThat(weights(host.ask(VlArbitrationTable.LAYOUT, LOW))).containsExactly("0:7", "1:7");
            assertThat(weights(host.ask(VlArbitrationTable.LAYOUT, LOW | port, 1)))
                    .containsExactly("0:4", "1:4", "2:4", "3:4");
        }
    }

    @Test
    void aFileWithoutOptionsOfLanesIsRefused() {
        assertThatThrownBy(() -> read("guid 0x1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("qos.conf has no option that begins with qos_; expected qos_ca_high_limit, ")
                .hasMessageNotContaining("qos_policy_file");
    }

    @Test
    void deadlockFreeRoutingNeedsTheServiceLevelsForItself() throws Exception {
        QosOptions lanes = read("qos_sl2vl 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0");
        SubnetManagerOptions options = SubnetManagerOptions.DEFAULTS.withRouting(RoutingAlgorithm.DEADLOCK_FREE);

        assertThatThrownBy(() -> options.withLanes(lanes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("DEADLOCK_FREE assigns the service levels to lanes itself");
    }
}
