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
import io.verbena.mad.decode.MadFormat;
import io.verbena.spi.GlobalRoute;
import io.verbena.spi.MadAddress;
import io.verbena.spi.PortAttributes;
import io.verbena.trace.Packet.Direction;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
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
        queuePair = MadFormat.isSubnetManagement(mad.managementClassBits()) ? 0 : 1;
    }

    /** Returns the packet of a datagram of 256 bytes. */
    static byte[] of(Packet packet, byte[] datagram) {
        return new WirePacket(packet, datagram).bytes();
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

    /** CRCs of a packet (IBA 7.8); the low byte is the first on the wire. */
    static final class PacketChecksums {
        private static final int GLOBAL_END = LocalRouteHeader.LENGTH + GlobalRouteHeader.LENGTH;
        // The reserved byte in front of the queue pair, which a switch may change.
        private static final int RESERVED =
                BaseTransportHeader.LAYOUT.field("destinationQp").bit() / Byte.SIZE - 1;
        // x^16 + x^12 + x^3 + x + 1, the lowest power in the highest bit.
        private static final int VARIANT_POLYNOMIAL = 0xd008;
        private static final int[] VARIANT_TABLE = variantTable();

        private PacketChecksums() {}

        /** Returns the invariant CRC, for which all fields that may change in transit count as ones. */
        static int invariant(byte[] packet, int length, boolean global) {
            int transport = global ? GLOBAL_END : LocalRouteHeader.LENGTH;
            byte[] front = Arrays.copyOf(packet, transport + BaseTransportHeader.LENGTH);
            if (global) {
                Arrays.fill(front, 0, LocalRouteHeader.LENGTH, (byte) 0xff);
                GlobalRouteHeader.LAYOUT
                        .wrapWritable(front, LocalRouteHeader.LENGTH)
                        .trafficClass(0xff)
                        .flowLabel(0xfffff)
                        .hopLimit(0xff);
            } else {
                LocalRouteHeader.LAYOUT.wrapWritable(front, 0).vl(0xf);
            }
            front[transport + RESERVED] = (byte) 0xff;
            CRC32 crc = new CRC32();
            crc.update(front);
            crc.update(packet, front.length, length - front.length);
            return (int) crc.getValue();
        }

        /** Returns the variant CRC, over everything in front of it. */
        static int variant(byte[] packet, int length) {
            int crc = 0xffff;
            for (int at = 0; at < length; at++) {
                crc = crc >>> 8 ^ VARIANT_TABLE[(crc ^ packet[at]) & 0xff];
            }
            return crc ^ 0xffff;
        }

        private static int[] variantTable() {
            int[] table = new int[256];
            for (int value = 0; value < table.length; value++) {
                int crc = value;
                for (int bit = 0; bit < Byte.SIZE; bit++) {
                    crc = (crc & 1) == 0 ? crc >>> 1 : crc >>> 1 ^ VARIANT_POLYNOMIAL;
                }
                table[value] = crc;
            }
            return table;
        }
    }
}
