package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.error.Errno;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.MadMethod;
import io.verbena.iba.Mtu;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PathRecord;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.iba.SwitchInfo;
import io.verbena.topology.TopologyReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SubnetManagementAgentTest {
    private final EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,4");
    private final Asker host = new Asker(fabric, "host0");

    @AfterEach
    void close() {
        fabric.close();
    }

    private int statusOf(DirectedRouteSmp request) {
        Asker.Reply reply = host.ask(request);
        assertThat(reply.status()).isZero();
        assertThat(reply.directed().method()).isEqualTo(MadMethod.GET_RESPONSE);
        return reply.directed().status();
    }

    @Test
    void nodeInfoDescribesTheNodeAndThePortOfArrival() {
        NodeInfo leaf = host.ask(NodeInfo.LAYOUT, 0, 1);
        assertThat(leaf.nodeType()).isEqualTo(NodeType.SWITCH);
        assertThat(leaf.numPorts()).isEqualTo(36);
        assertThat(leaf.localPortNum()).isEqualTo(3);
        assertThat(leaf.nodeGuid()).isEqualTo(Guid.parse("0x0002c90300000000"));
        assertThat(leaf.portGuid()).isEqualTo(leaf.nodeGuid());

        NodeInfo other = host.ask(NodeInfo.LAYOUT, 0, 1, 4);
        assertThat(other.nodeType()).isEqualTo(NodeType.CHANNEL_ADAPTER);
        assertThat(other.localPortNum()).isEqualTo(1);
        assertThat(other.portGuid().bits()).isEqualTo(other.nodeGuid().bits() + 1);
        assertThat(other.vendorId()).isEqualTo(0x2c9);
    }

    @Test
    void portInfoOfAnAdapterIsThatOfAnActivePort() {
        PortInfo port = host.ask(PortInfo.LAYOUT, 1);

        assertThat(port.portState()).isEqualTo(PortState.ACTIVE);
        assertThat(port.portPhysicalState()).isEqualTo(PortPhysicalState.LINK_UP);
        assertThat(port.lid()).isEqualTo(Lid.of(fabric.node("host0").port(1).lid()));
        assertThat(port.masterSmLid()).isEqualTo(port.lid());
        assertThat(port.capabilityMask()).contains(PortCapability.IS_SM, PortCapability.IS_EXTENDED_SPEEDS_SUPPORTED);
        assertThat(LaneSpeed.active(port)).isEqualTo(LaneSpeed.EDR);
        assertThat(port.linkWidthActive()).isEqualTo(LinkWidth.FOUR);
        assertThat(port.linkWidthSupported()).contains(LinkWidth.ONE, LinkWidth.FOUR);
        assertThat(port.neighborMtu()).isEqualTo(Mtu.MTU_4096);
        assertThat(port.localPortNum()).isEqualTo(1);
        assertThat(port.gidPrefix()).isEqualTo(0xfe80000000000000L);
    }

    @Test
    void portZeroOfAnAdapterIsThePortOfArrival() {
        assertThat(host.ask(PortInfo.LAYOUT, 0, 1, 4)).isEqualTo(host.ask(PortInfo.LAYOUT, 1, 1, 4));
    }

    @Test
    void onlyPortZeroOfASwitchHasALid() {
        PortInfo management = host.ask(PortInfo.LAYOUT, 0, 1);
        PortInfo external = host.ask(PortInfo.LAYOUT, 1, 1);

        assertThat(management.lid())
                .isEqualTo(Lid.of(fabric.node("leaf0").port(0).lid()));
        assertThat(management.portState()).isEqualTo(PortState.ACTIVE);
        assertThat(external.lid()).isEqualTo(Lid.NONE);
        assertThat(external.capabilityMask()).isEmpty();
        assertThat(external.portState()).isEqualTo(PortState.ACTIVE);
        assertThat(external.localPortNum()).isEqualTo(3);
    }

    @Test
    void aPortWithoutALinkIsDownAndPolling() {
        PortInfo open = host.ask(PortInfo.LAYOUT, 30, 1);

        assertThat(open.portState()).isEqualTo(PortState.DOWN);
        assertThat(open.portPhysicalState()).isEqualTo(PortPhysicalState.POLLING);
    }

    @ParameterizedTest
    @EnumSource(
            value = LaneSpeed.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"UNKNOWN", "FDR10"})
    void aLinkShowsTheSpeedOfTheTopologyAndSupportsIt(LaneSpeed speed) {
        String text = "Ca 1 \"a\"\n[1] \"b\"[1] # \"b\" lid 0 4x" + speed + "\nCa 1 \"b\"\n";
        try (EmbeddedFabric pair = EmbeddedFabric.open(TopologyReader.read("pair", text));
                Asker a = new Asker(pair, "a")) {
            PortInfo port = a.ask(PortInfo.LAYOUT, 1, 1);

            assertThat(LaneSpeed.active(port)).isEqualTo(speed);
            assertThat(port.linkSpeedExtActiveBits() & ~port.linkSpeedExtSupportedBits())
                    .isZero();
            assertThat(port.linkSpeedExtActive2Bits() & ~port.linkSpeedExtSupported2Bits())
                    .isZero();
            assertThat(port.linkSpeedActiveBits() & ~port.linkSpeedSupportedBits())
                    .isZero();
        }
    }

    @Test
    void aDescriptionIsTruncatedToSixtyFourBytesAtACharacterBoundary() {
        String text = "Ca 1 \"a\" # \"" + "x".repeat(63) + "é\"\n[1] \"b\"[1]\nCa 1 \"b\"\n";
        try (EmbeddedFabric pair = EmbeddedFabric.open(TopologyReader.read("pair", text));
                Asker b = new Asker(pair, "b")) {
            assertThat(b.ask(NodeDescription.LAYOUT, 0, 1).nodeString()).isEqualTo("x".repeat(63));
        }
    }

    @Test
    void switchInfoIsForSwitchesOnly() {
        assertThat(host.ask(SwitchInfo.LAYOUT, 0, 1).linearFdbCap()).isEqualTo(0xc000);
        assertThat(statusOf(Asker.request(SwitchInfo.LAYOUT, 0, 1, 4))).isEqualTo(3 << 2);
    }

    @Test
    void aMissingPortIsAnInvalidValue() {
        assertThat(statusOf(Asker.request(PortInfo.LAYOUT, 37, 1))).isEqualTo(7 << 2);
        assertThat(statusOf(Asker.request(PortInfo.LAYOUT, 2))).isEqualTo(7 << 2);
        assertThat(statusOf(Asker.request(PortInfo.LAYOUT, 0x101, 1))).isEqualTo(7 << 2);
    }

    @Test
    void theExtendedSpeedsBitIsNotPartOfThePortNumber() {
        assertThat(host.ask(PortInfo.LAYOUT, 0x80000001L, 1)).isEqualTo(host.ask(PortInfo.LAYOUT, 1, 1));
    }

    @Test
    void anUnknownAttributeMethodOrVersionIsAnsweredWithItsStatus() {
        assertThat(statusOf(Asker.request(PathRecord.LAYOUT, 0, 1))).isEqualTo(3 << 2);
        assertThat(statusOf(Asker.request(NodeInfo.LAYOUT, 0, 1).method(MadMethod.SET)))
                .isEqualTo(3 << 2);
        assertThat(statusOf(Asker.request(NodeInfo.LAYOUT, 0, 1).methodBits(0x55)))
                .isEqualTo(2 << 2);
        assertThat(statusOf(Asker.request(NodeInfo.LAYOUT, 0, 1).classVersion(2)))
                .isEqualTo(1 << 2);
        assertThat(statusOf(Asker.request(NodeInfo.LAYOUT, 0, 1).baseVersion(2)))
                .isEqualTo(1 << 2);
    }

    @ParameterizedTest
    @EnumSource(
            value = MadMethod.class,
            names = {"GET_RESPONSE", "TRAP", "TRAP_REPRESS", "REPORT"})
    void whatIsNoRequestIsNotAnswered(MadMethod method) {
        assertThat(host.ask(Asker.request(NodeInfo.LAYOUT, 0, 1).method(method)).status())
                .isEqualTo(Errno.ETIMEDOUT);
    }
}
