package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.Errno;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.CongestionControlMad;
import io.verbena.iba.CongestionControlTable;
import io.verbena.iba.CongestionKeyInfo;
import io.verbena.iba.CongestionLogSwitch;
import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.MellanoxGeneralInfo;
import io.verbena.iba.PerformanceMad;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortCountersExtended;
import io.verbena.iba.PortExtendedSpeedsRsFecCounters;
import io.verbena.iba.PortRcvErrorDetails;
import io.verbena.iba.PortSamplesControl;
import io.verbena.iba.PortSamplesResult;
import io.verbena.iba.PortXmitDataSl;
import io.verbena.iba.SampleStatus;
import io.verbena.iba.Structure;
import io.verbena.iba.SwitchCongestionSetting;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counters and congestion control. host0 is at port 3 of leaf0. */
@WithFabric(value = "fat-tree:2,4,4", virtualTime = true)
class PerformanceAgentTest {
    private EmbeddedFabric fabric;
    private Asker host;
    private EmbeddedPort port;

    @BeforeEach
    void open(EmbeddedFabric opened) {
        fabric = opened;
        host = new Asker(fabric, "host0");
        port = fabric.node("leaf0").port(7);
    }

    private <T extends Structure> T ask(MadMethod method, T attribute) {
        PerformanceMad mad =
                Asker.service(ManagementClass.PERFORMANCE, 1, attribute).method(method);
        Asker.Reply reply = host.askService(mad, fabric.node("leaf0").port(0).lid());
        assertThat(reply.directed().status()).isZero();
        @SuppressWarnings("unchecked")
        Layout<T> layout = (Layout<T>) attribute.layout();
        return reply.as(layout);
    }

    @Test
    void theAgentAnnouncesItsCounters() {
        ClassPortInfo info = ask(MadMethod.GET, new ClassPortInfo());

        assertThat(info.capabilityMask())
                .as("AllPortSelect, 64 bits, XmitWait, RS-FEC, QP1Dropped")
                .isEqualTo(0xd300);
        assertThat(info.capabilityMask2()).isEqualTo(2);
    }

    @Test
    void everyDatagramIsCountedAtEachPortThatItCrosses() {
        long before = fabric.node("leaf0").port(3).counter("portRcvPkts");

        PortCountersExtended counters = ask(MadMethod.GET, new PortCountersExtended().portSelect(3));

        assertThat(counters.portRcvPkts()).isEqualTo(before + 1);
        assertThat(counters.portUnicastRcvPkts()).isEqualTo(before + 1);
        assertThat(counters.portRcvData()).isEqualTo(72 * (before + 1));
        assertThat(counters.portXmitPkts()).as("the response is in flight").isEqualTo(before);
        assertThat(ask(MadMethod.GET, new PortCounters().portSelect(3)).portXmitPkts())
                .isEqualTo(before + 1);
        assertThat(ask(MadMethod.GET, new PortXmitDataSl().portSelect(3)).portXmitDataSl(0))
                .isEqualTo(72 * (before + 2));
    }

    @Test
    void aCounterThatExceedsItsFieldIsShownAsTheMaximum() {
        port.counter("linkDownedCounter", 300)
                .counter("portXmitData", 1L << 40)
                .counter("localLinkIntegrityErrors", 16);

        PortCounters counters = ask(MadMethod.GET, new PortCounters().portSelect(7));

        assertThat(counters.linkDownedCounter()).isEqualTo(255);
        assertThat(counters.portXmitData()).isEqualTo(0xffffffffL);
        assertThat(counters.localLinkIntegrityErrors()).isEqualTo(15);
        PortCountersExtended extended = ask(MadMethod.GET, new PortCountersExtended().portSelect(7));
        assertThat(extended.linkDownedCounter()).isEqualTo(300);
        assertThat(extended.portXmitData()).isEqualTo(1L << 40);
    }

    @Test
    void setClearsTheSelectedCountersOnly() {
        port.counter("symbolErrorCounter", 5)
                .counter("vl15Dropped", 6)
                .counter("portXmitWait", 7)
                .counter("qp1Dropped", 8);

        ask(
                MadMethod.SET,
                new PortCounters().portSelect(7).counterSelect(1 << 11).counterSelect2(1));

        assertThat(port.counter("symbolErrorCounter")).isEqualTo(5);
        assertThat(port.counter("vl15Dropped")).isZero();
        assertThat(port.counter("portXmitWait")).isZero();
        assertThat(port.counter("qp1Dropped")).isEqualTo(8);
        ask(MadMethod.SET, new PortCountersExtended().portSelect(7).counterSelect2(1 | 1 << 13));
        assertThat(port.counter("symbolErrorCounter")).isZero();
        assertThat(port.counter("qp1Dropped")).isZero();
    }

    @Test
    void allPortsAreSummedAndClearedTogether() {
        port.count("portRcvErrors", 3);
        fabric.node("leaf0").port(8).count("portRcvErrors", 4);

        assertThat(ask(MadMethod.GET, new PortCounters().portSelect(255)).portRcvErrors())
                .isEqualTo(7);
        ask(MadMethod.SET, new PortCounters().portSelect(255).counterSelect(0xffff));
        assertThat(port.counter("portRcvErrors")).isZero();
    }

    @Test
    void otherAttributesShowTheirCounters() {
        port.counter("portLoopingErrors", 9);
        assertThat(ask(MadMethod.GET, new PortRcvErrorDetails().portSelect(7)).portLoopingErrors())
                .isEqualTo(9);
        fabric.node("leaf0").port(3).counter("portFecCorrectedSymbolCtr", 11);
        assertThat(ask(MadMethod.GET, new PortExtendedSpeedsRsFecCounters().portSelect(3))
                        .portFecCorrectedSymbolCtr())
                .isEqualTo(11);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> port.counter("nonsense"))
                .withMessageContaining("nonsense");
    }

    @Test
    void aMissingPortIsAnInvalidValue() {
        PerformanceMad mad = Asker.service(ManagementClass.PERFORMANCE, 1, new PortCounters().portSelect(37));

        assertThat(host.askService(mad, fabric.node("leaf0").port(0).lid())
                        .directed()
                        .status())
                .isEqualTo(7 << 2);
    }

    @Test
    void aSampleCountsTheTrafficOfItsInterval() {
        PortSamplesControl control = new PortSamplesControl()
                .portSelect(7)
                .sampleStart(8_000)
                .sampleInterval(16_000)
                .tag(5)
                .counterSelect(0, 3);
        PortSamplesControl accepted = ask(MadMethod.SET, control);
        assertThat(accepted.sampleStatus()).isEqualTo(SampleStatus.WAITING);
        assertThat(accepted.tick())
                .as("32 octets on one lane: 128 ns at SDR, because the port has no link")
                .isEqualTo(31);
        port.count("portXmitPkts", 10);
        host.receive(reply -> {}, 1_500_000);
        port.count("portXmitPkts", 20);
        assertThat(ask(MadMethod.GET, new PortSamplesResult()).sampleStatus()).isEqualTo(SampleStatus.SAMPLING);

        host.receive(reply -> {}, 2_000_000);

        PortSamplesResult result = ask(MadMethod.GET, new PortSamplesResult());
        assertThat(result.sampleStatus()).isEqualTo(SampleStatus.COMPLETE);
        assertThat(result.tag()).isEqualTo(5);
        assertThat(result.counter(0)).isEqualTo(20);
    }

    private Asker.Reply congestion(String node, MadMethod method, long key, Structure attribute) {
        PerformanceMad mad =
                Asker.service(ManagementClass.CONGESTION_CONTROL, 2, attribute).method(method);
        CongestionControlMad keyed =
                CongestionControlMad.LAYOUT.wrapWritable(mad.toBytes(), 0).ccKey(key);
        EmbeddedNode asked = fabric.node(node);
        return host.askService(
                PerformanceMad.LAYOUT.wrap(keyed.toBytes(), 0),
                asked.port(asked.forwards() ? 0 : 1).lid());
    }

    @Test
    void congestionControlStoresSettingsProtectedByItsKey() {
        SwitchCongestionSetting setting = new SwitchCongestionSetting().markingRate(17);
        assertThat(congestion("leaf0", MadMethod.SET, 0, setting).directed().status())
                .isZero();
        assertThat(congestion("leaf0", MadMethod.GET, 0, new SwitchCongestionSetting())
                        .as(SwitchCongestionSetting.LAYOUT))
                .isEqualTo(setting);
        assertThat(congestion("leaf0", MadMethod.GET, 0, new CongestionControlTable())
                        .directed()
                        .status())
                .isEqualTo(3 << 2);
        PerformanceMad question = new PerformanceMad()
                .baseVersion(1)
                .managementClass(ManagementClass.CONGESTION_CONTROL)
                .classVersion(2)
                .method(MadMethod.GET)
                .attributeId(CongestionLogSwitch.LAYOUT.attributeId());
        Asker.Reply answer =
                host.askService(question, fabric.node("leaf0").port(0).lid());
        CongestionLogSwitch log = CongestionLogSwitch.LAYOUT.wrap(answer.bytes(), 32);
        assertThat(log.logTypeBits()).isEqualTo(1);

        congestion("leaf0", MadMethod.SET, 0, new CongestionKeyInfo().ccKey(9).ccKeyProtectBit(1));
        assertThat(congestion("leaf0", MadMethod.GET, 8, new CongestionKeyInfo())
                        .status())
                .isEqualTo(Errno.ETIMEDOUT);
        assertThat(congestion("leaf0", MadMethod.GET, 9, new CongestionKeyInfo())
                        .as(CongestionKeyInfo.LAYOUT)
                        .ccKeyViolations())
                .isEqualTo(1);
    }

    @Test
    void mellanoxNodesReportTheirHardware() {
        PerformanceMad mad = new PerformanceMad()
                .baseVersion(1)
                .managementClassBits(0x0a)
                .classVersion(1)
                .method(MadMethod.GET)
                .attributeId(0x17);

        Asker.Reply reply = host.askService(mad, fabric.node("leaf0").port(0).lid());

        assertThat(MellanoxGeneralInfo.LAYOUT.wrap(reply.bytes(), 24).deviceId())
                .isEqualTo(0xcb20);
    }
}
