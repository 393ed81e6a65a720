package io.verbena.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.BaseTransportHeader;
import io.verbena.iba.DatagramExtendedTransportHeader;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.GlobalRouteHeader;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkNextHeader;
import io.verbena.iba.LocalRouteHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.spi.MadAddress;
import io.verbena.trace.WirePacket.PacketChecksums;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class WirePacketTest {
    private static final byte[] PERFORMANCE = Packets.mad(ManagementClass.PERFORMANCE, MadMethod.GET, 0x12);

    @Test
    void aRequestTravelsFromTheLocalToTheRemotePort() {
        byte[] packet = WirePacket.of(Packets.sent(Packets.byLid(4), PERFORMANCE), PERFORMANCE);

        assertThat(packet).hasSize(290);
        LocalRouteHeader route = LocalRouteHeader.LAYOUT.wrap(packet, 0);
        assertThat(route.slid()).isEqualTo(Lid.of(Packets.LID));
        assertThat(route.dlid()).isEqualTo(Lid.of(4));
        assertThat(route.sl()).isEqualTo(3);
        assertThat(route.vl()).isZero();
        assertThat(route.linkNextHeader()).isEqualTo(LinkNextHeader.BASE_TRANSPORT);
        assertThat(route.packetLength()).as("words up to the variant checksum").isEqualTo(72);
        BaseTransportHeader transport = BaseTransportHeader.LAYOUT.wrap(packet, 8);
        assertThat(packet[8]).isEqualTo((byte) 0x64);
        assertThat(transport.pKey()).isEqualTo(0x8001);
        assertThat(transport.destinationQp()).isEqualTo(1);
        DatagramExtendedTransportHeader datagram = DatagramExtendedTransportHeader.LAYOUT.wrap(packet, 20);
        assertThat(datagram.qKey()).isEqualTo(MadAddress.GSI_QUEUE_KEY);
        assertThat(datagram.sourceQp()).isEqualTo(1);
        assertThat(Arrays.copyOfRange(packet, 28, 284)).isEqualTo(PERFORMANCE);
    }

    @Test
    void aResponseTravelsFromTheRemotePortAndItsQueuePair() {
        MadAddress source = new MadAddress(4, 0x1234, 0, 2, 3, 1, null);

        byte[] packet = WirePacket.of(Packets.received(source, PERFORMANCE), PERFORMANCE);

        LocalRouteHeader route = LocalRouteHeader.LAYOUT.wrap(packet, 0);
        assertThat(route.slid()).isEqualTo(Lid.of(4));
        assertThat(route.dlid()).as("with the path bits").isEqualTo(Lid.of(Packets.LID | 3));
        assertThat(BaseTransportHeader.LAYOUT.wrap(packet, 8).destinationQp()).isEqualTo(1);
        DatagramExtendedTransportHeader datagram = DatagramExtendedTransportHeader.LAYOUT.wrap(packet, 20);
        assertThat(datagram.sourceQp()).isEqualTo(0x1234);
        assertThat(datagram.qKey()).isEqualTo(MadAddress.GSI_QUEUE_KEY);
    }

    @Test
    void subnetManagementUsesVirtualLane15AndTheDefaultKey() {
        byte[] smp = Packets.mad(ManagementClass.SUBNET_LID_ROUTED, MadMethod.GET, 0x11);

        byte[] packet = WirePacket.of(Packets.sent(MadAddress.subnetManagement(4, 0), smp), smp);

        assertThat(LocalRouteHeader.LAYOUT.wrap(packet, 0).vl()).isEqualTo(15);
        assertThat(BaseTransportHeader.LAYOUT.wrap(packet, 8).pKey()).isEqualTo(0xffff);
        assertThat(BaseTransportHeader.LAYOUT.wrap(packet, 8).destinationQp()).isZero();
        DatagramExtendedTransportHeader datagram = DatagramExtendedTransportHeader.LAYOUT.wrap(packet, 20);
        assertThat(datagram.qKey()).isZero();
        assertThat(datagram.sourceQp()).isZero();
    }

    @Test
    void aDirectedRouteIsPermissiveAtBothEnds() {
        byte[] smp = directed(Lid.PERMISSIVE, 0);

        LocalRouteHeader there =
                LocalRouteHeader.LAYOUT.wrap(WirePacket.of(Packets.sent(MadAddress.DIRECTED, smp), smp), 0);
        assertThat(there.slid()).isEqualTo(Lid.PERMISSIVE);
        assertThat(there.dlid()).isEqualTo(Lid.PERMISSIVE);

        byte[] answer = directed(Lid.PERMISSIVE, 1);
        LocalRouteHeader back =
                LocalRouteHeader.LAYOUT.wrap(WirePacket.of(Packets.received(MadAddress.DIRECTED, answer), answer), 0);
        assertThat(back.dlid()).isEqualTo(Lid.PERMISSIVE);
    }

    @Test
    void aCombinedRouteStartsAtTheLidOfTheLocalPort() {
        byte[] smp = directed(Lid.of(Packets.LID), 0);

        LocalRouteHeader route = LocalRouteHeader.LAYOUT.wrap(
                WirePacket.of(Packets.sent(MadAddress.subnetManagement(4, 0), smp), smp), 0);

        assertThat(route.slid()).isEqualTo(Lid.of(Packets.LID));
        assertThat(route.dlid()).isEqualTo(Lid.of(4));
    }

    @Test
    void aGlobalRouteHasAGlobalRouteHeader() {
        byte[] packet = WirePacket.of(Packets.sent(Packets.global(4), PERFORMANCE), PERFORMANCE);

        assertThat(packet).hasSize(330);
        LocalRouteHeader route = LocalRouteHeader.LAYOUT.wrap(packet, 0);
        assertThat(route.linkNextHeader()).isEqualTo(LinkNextHeader.GLOBAL_ROUTE);
        assertThat(route.packetLength()).isEqualTo(82);
        assertThat(route.slid()).isEqualTo(Lid.of(Packets.LID | 2));
        GlobalRouteHeader global = GlobalRouteHeader.LAYOUT.wrap(packet, 8);
        assertThat(global.ipVersion()).isEqualTo(6);
        assertThat(global.nextHeader()).isEqualTo(0x1b);
        assertThat(global.payloadLength()).isEqualTo(12 + 8 + 256 + 4);
        assertThat(global.hopLimit()).isEqualTo(64);
        assertThat(global.flowLabel()).isEqualTo(0x12345);
        assertThat(global.trafficClass()).isEqualTo(0x20);
        assertThat(global.sgid()).isEqualTo(Packets.PORT.defaultGid());
        assertThat(global.dgid()).isEqualTo(Packets.FAR);
        assertThat(BaseTransportHeader.LAYOUT.wrap(packet, 48).destinationQp()).isEqualTo(1);

        byte[] answer = WirePacket.of(Packets.received(Packets.global(4), PERFORMANCE), PERFORMANCE);
        assertThat(GlobalRouteHeader.LAYOUT.wrap(answer, 8).sgid()).isEqualTo(Packets.FAR);
        assertThat(GlobalRouteHeader.LAYOUT.wrap(answer, 8).dgid()).isEqualTo(Packets.PORT.defaultGid());
    }

    @Test
    void aRouterChangesOnlyFieldsOutsideTheInvariantChecksum() {
        byte[] packet = WirePacket.of(Packets.sent(Packets.global(4), PERFORMANCE), PERFORMANCE);
        byte[] forwarded = packet.clone();
        LocalRouteHeader.LAYOUT
                .wrapWritable(forwarded, 0)
                .slid(Lid.of(77))
                .dlid(Lid.of(78))
                .sl(0);
        GlobalRouteHeader.LAYOUT
                .wrapWritable(forwarded, 8)
                .hopLimit(63)
                .flowLabel(0)
                .trafficClass(0);

        assertThat(PacketChecksums.invariant(forwarded, 324, true))
                .isEqualTo(PacketChecksums.invariant(packet, 324, true));
        forwarded[60]++;
        assertThat(PacketChecksums.invariant(forwarded, 324, true))
                .isNotEqualTo(PacketChecksums.invariant(packet, 324, true));
    }

    private static byte[] directed(Lid start, int direction) {
        byte[] smp = Packets.mad(ManagementClass.SUBNET_DIRECTED_ROUTE, MadMethod.GET, 0x11);
        DirectedRouteSmp.LAYOUT
                .wrapWritable(smp, 0)
                .direction(direction)
                .drSlid(start)
                .drDlid(Lid.PERMISSIVE);
        return smp;
    }
}
