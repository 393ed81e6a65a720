package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.Rdma;
import io.verbena.iba.CaCongestionSetting;
import io.verbena.iba.CongestionControlTable;
import io.verbena.iba.CongestionKeyInfo;
import io.verbena.iba.Lid;
import io.verbena.iba.SwitchCongestionSetting;
import io.verbena.mad.MadTransactor;
import io.verbena.path.IbPath;
import io.verbena.sm.CongestionOptions;
import io.verbena.sm.SubnetManager;
import io.verbena.sm.SubnetManagerOptions;
import io.verbena.sm.SubnetPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The control of congestion that a subnet manager sets. */
@Timeout(60)
class CongestionOptionsTest {
    private static final String TEXT = """
            # All service levels slow down
            cc_sw_cong_setting_threshold 0x0f
            cc_sw_cong_setting_packet_size 8
            cc_sw_cong_setting_marking_rate 3
            cc_ca_cong_setting_port_control 0x1
            cc_ca_cong_setting_control_map 0xffff
            cc_ca_cong_setting_ccti_timer 150
            cc_ca_cong_setting_ccti_increase 1
            cc_ca_cong_setting_trigger_threshold 2
            cc_cct 0:0,0:1,1:5
            """;

    @TempDir
    Path directory;

    private CongestionOptions read(String text) throws IOException {
        return CongestionOptions.read(Files.writeString(directory.resolve("cc.conf"), text));
    }

    @Test
    void switchesAndHostsGetTheirSettings() throws Exception {
        SubnetManagerOptions options = SubnetManagerOptions.DEFAULTS.withCongestion(read(TEXT));
        try (EmbeddedFabric fabric =
                        EmbeddedFabric.builder("fat-tree:2,4,4").unmanaged().open();
                Rdma rdma = Rdma.builder().driver(fabric.driver("host5")).open()) {
            SubnetManager manager = fabric.manage("host0", options);
            assertThat(manager.report().failures()).isEmpty();
            MadTransactor mad = rdma.mad(rdma.defaultEndPort());

            SwitchCongestionSetting marking =
                    mad.congestionControlGet(SwitchCongestionSetting.class, path(fabric, "leaf1"), 0);
            assertThat(marking.threshold()).isEqualTo(15);
            assertThat(marking.packetSize()).isEqualTo(8);
            assertThat(marking.markingRate()).isEqualTo(3);
            CaCongestionSetting reduction =
                    mad.congestionControlGet(CaCongestionSetting.class, path(fabric, "host6"), 0);
            assertThat(reduction.controlMap()).isEqualTo(0xffff);
            assertThat(reduction.entry(15).cctiTimer()).isEqualTo(150);
            assertThat(reduction.entry(0).triggerThreshold()).isEqualTo(2);
            CongestionControlTable table =
                    mad.congestionControlGet(CongestionControlTable.class, path(fabric, "host6"), 0);
            assertThat(table.cctiLimit()).isEqualTo(2);
            assertThat(table.entry(2).shift()).isEqualTo(1);
            assertThat(table.entry(2).multiplier()).isEqualTo(5);
        }
    }

    @Test
    void aWholeFileOfOpensmIsRead() throws Exception {
        CongestionOptions options = read("""
                qos_max_vls 4
                congestion_control TRUE
                cc_key 0x0000000000000000
                cc_max_outstanding_mads 500
                cc_sw_cong_setting_victim_mask 0x0000000000000000
                cc_sw_cong_setting_credit_starvation_return_delay 0:0
                cc_sw_cong_setting_threshold 0x0f
                cc_ca_cong_setting_ccti_timer 0 0
                cc_ca_cong_setting_ccti_timer 3 150
                cc_cct (null)
                """);

        assertThat(options.switches().threshold()).isEqualTo(15);
        assertThat(options.adapters().entry(3).cctiTimer()).isEqualTo(150);
        assertThat(options.adapters().entry(4).cctiTimer()).isZero();
        assertThat(options.delays()).isEmpty();
    }

    @Test
    void aKeyMayUseAllBits() throws Exception {
        assertThat(read("cc_key 0xffffffffffffffff").key()).isEqualTo(-1);
    }

    @Test
    void aNodeWithAnotherKeyIsLeftAlone() throws Exception {
        try (EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,4");
                Rdma rdma = Rdma.builder().driver(fabric.driver("host5")).open()) {
            MadTransactor mad = rdma.mad(rdma.defaultEndPort());
            mad.congestionControlSet(new CongestionKeyInfo().ccKey(7).ccKeyProtectBit(1), path(fabric, "host6"), 0);

            SubnetManager manager = fabric.manage("host0", SubnetManagerOptions.DEFAULTS.withCongestion(read(TEXT)));

            assertThat(manager.report().failures()).isEmpty();
            assertThat(mad.congestionControlGet(CaCongestionSetting.class, path(fabric, "host7"), 0)
                            .controlMap())
                    .isEqualTo(0xffff);
        }
    }

    @Test
    void aPlanContainsTheSettings() throws Exception {
        try (EmbeddedFabric fabric =
                        EmbeddedFabric.builder("two-node").unmanaged().open();
                Rdma rdma = Rdma.builder().driver(fabric.driver("host0")).open()) {
            SubnetPlan plan =
                    SubnetPlan.of(rdma.defaultEndPort(), SubnetManagerOptions.DEFAULTS.withCongestion(read(TEXT)));

            assertThat(plan.changes())
                    .extracting(SubnetPlan.Change::attribute)
                    .contains("CaCongestionSetting", "CongestionControlTable");
        }
    }

    private static IbPath path(EmbeddedFabric fabric, String node) {
        EmbeddedNode found = fabric.node(node);
        return IbPath.to(Lid.of(found.port(found.forwards() ? 0 : 1).lid()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            cc_sw_cong_setting_threshold 16    | the threshold is 16; expected 0 to 15
            cc_ca_cong_setting_ccti_timer soon | 'soon' is not a number
            cc_cct 4:1                         | the shift is 4; expected 0 to 3
            cc_cct 0                           | '0' is not SHIFT:MULTIPLIER
            cc_ca_cong_setting_ccti_timer 16 1 | the service level is 16; expected 0 to 15
            cc_sw_cong_setting_credit_mask 0x2 | not supported; expected cc_ca_cong_setting_ccti_increase, cc_ca_cong_setting_ccti_min
            """)
    void anInvalidLineIsNamed(String line, String message) {
        assertThatThrownBy(() -> read(line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cc.conf, line 1: '" + line + "': ")
                .hasMessageContaining(message);
    }
}
