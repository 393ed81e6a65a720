package io.verbena.trace;

import io.verbena.iba.BaseTransportHeader;
import io.verbena.iba.DatagramExtendedTransportHeader;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Gid;
import io.verbena.iba.GlobalRouteHeader;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkNextHeader;
import io.verbena.iba.LocalRouteHeader;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.TransportService;
import io.verbena.spi.GlobalRoute;
import io.verbena.spi.MadAddress;
import io.verbena.spi.PortAttributes;
import io.verbena.trace.Packet.Direction;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Builds the packet of a datagram on the wire (IBA 7.7, 8.3, 9.2): local route, optional global route, transport
 * headers, datagram and checksums. Fields that the channel does not provide, such as the sequence number, are 0.
 */
final class WirePacket {
    private static final int MANAGEMENT_VL = 15;
    private static final int SEND_ONLY = 4;
    private static final int DEFAULT_PKEY = 0xffff;
    private static final int IP_VERSION = 6;
    private static final int IBA_TRANSPORT = 0x1b;
    private static final int TRANSPORT = BaseTransportHeader.LENGTH + DatagramExtendedTransportHeader.LENGTH;
    private static final int INVARIANT_CRC = Integer.BYTES;
    private static final int VARIANT_CRC = Short.BYTES;

    private final boolean sent;
    private final PortAttributes port;
    private final MadAddress remote;
    private final DirectedRouteSmp mad;
    private final int queuePair;

    private WirePacket(Packet packet, byte[] datagram) {
        sent = packet.direction() != Direction.RECEIVED;
        port = packet.port();
        remote = packet.remote();
        mad = DirectedRouteSmp.LAYOUT.wrap(datagram, 0);
        queuePair = isSubnetManagement() ? 0 : 1;
    }

    /** Returns the packet of a datagram of 256 bytes. */
    static byte[] of(Packet packet, byte[] datagram) {
        return new WirePacket(packet, datagram).bytes();
    }

    private boolean isSubnetManagement() {
        return switch (mad.managementClass()) {
            case SUBNET_LID_ROUTED, SUBNET_DIRECTED_ROUTE -> true;
            default -> false;
        };
    }

    private byte[] bytes() {
        GlobalRoute route = remote.route();
        int transport = LocalRouteHeader.LENGTH + (route == null ? 0 : GlobalRouteHeader.LENGTH);
        int checked = transport + TRANSPORT + Packet.DATAGRAM;
        byte[] bytes = new byte[checked + INVARIANT_CRC + VARIANT_CRC];
        localRoute(bytes, route, checked + INVARIANT_CRC);
        if (route != null) {
            globalRoute(bytes, route);
        }
        transport(bytes, transport);
        mad.copyTo(bytes, transport + TRANSPORT);
        // Both checksums are sent with the byte first that was shifted out last (IBA 7.8).
        ByteBuffer wire = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        wire.putInt(checked, PacketChecksums.invariant(bytes, checked, route != null));
        wire.putShort(checked + INVARIANT_CRC, (short) PacketChecksums.variant(bytes, checked + INVARIANT_CRC));
        return bytes;
    }

    private void localRoute(byte[] bytes, @Nullable GlobalRoute route, int length) {
        Lid local = localLid();
        Lid other = Lid.of(remote.lid() & 0xffff);
        LocalRouteHeader.LAYOUT
                .wrapWritable(bytes, 0)
                .vl(queuePair == 0 ? MANAGEMENT_VL : 0)
                .sl(remote.serviceLevel() & 0xf)
                .linkNextHeader(route == null ? LinkNextHeader.BASE_TRANSPORT : LinkNextHeader.GLOBAL_ROUTE)
                .dlid(sent ? other : local)
                .packetLength(length / Integer.BYTES)
                .slid(sent ? local : other);
    }

    /** Returns the LID of the local port; the permissive LID at an end of a directed route (IBA 14.2.2). */
    private Lid localLid() {
        if (mad.managementClass() == ManagementClass.SUBNET_DIRECTED_ROUTE) {
            boolean outbound = mad.direction() == 0;
            Lid end = sent == outbound ? mad.drSlid() : mad.drDlid();
            if (end.equals(Lid.PERMISSIVE)) {
                return Lid.PERMISSIVE;
            }
        }
        int pathBits = remote.pathBits() & (1 << port.lmc()) - 1;
        return Lid.of(port.lid().bits() | pathBits);
    }

    private void globalRoute(byte[] bytes, GlobalRoute route) {
        Gid local = port.defaultGid();
        GlobalRouteHeader.LAYOUT
                .wrapWritable(bytes, LocalRouteHeader.LENGTH)
                .ipVersion(IP_VERSION)
                .trafficClass(route.trafficClass() & 0xff)
                .flowLabel(route.flowLabel() & 0xfffff)
                .payloadLength(TRANSPORT + Packet.DATAGRAM + INVARIANT_CRC)
                .nextHeader(IBA_TRANSPORT)
                .hopLimit(route.hopLimit() & 0xff)
                .sgid(sent ? local : route.gid())
                .dgid(sent ? route.gid() : local);
    }

    private void transport(byte[] bytes, int start) {
        int other = remote.queuePair() & 0xffffff;
        BaseTransportHeader.LAYOUT
                .wrapWritable(bytes, start)
                .service(TransportService.UNRELIABLE_DATAGRAM)
                .function(SEND_ONLY)
                .pKey(pKey())
                .destinationQp(sent ? other : queuePair);
        DatagramExtendedTransportHeader.LAYOUT
                .wrapWritable(bytes, start + BaseTransportHeader.LENGTH)
                .qKey(queueKey())
                .sourceQp(sent ? queuePair : other);
    }

    private int pKey() {
        boolean known = queuePair != 0 && remote.pKeyIndex() < port.pKeys().size();
        return known ? port.pKeys().get(remote.pKeyIndex()) & 0xffff : DEFAULT_PKEY;
    }

    /** Returns the Q_Key. The channel does not report it for received datagrams, but accepts no other. */
    private long queueKey() {
        if (sent) {
            return remote.queueKey() & 0xffffffffL;
        }
        return queuePair == 0 ? 0 : MadAddress.GSI_QUEUE_KEY;
    }
}
