package io.verbena.trace;

import io.verbena.iba.MadHeader;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.RmppData;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppType;
import io.verbena.mad.decode.MadFormat;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Divides a message for which a channel performs RMPP into the segments on the wire (IBA 13.6.2). Each repeats the
 * class header, with its own number, flags and payload length.
 */
final class RmppSegments {
    private static final int RMPP_VERSION = 1;
    // The payload length counts the bytes behind the RMPP header, including the rest of the class header.
    private static final int PAYLOAD = Packet.DATAGRAM - MadFormat.payloadOffset(RmppData.LAYOUT);

    private RmppSegments() {}

    /** Passes the datagrams of a packet, 256 bytes each, to a consumer. */
    static void forEach(Packet packet, Consumer<byte[]> datagrams) {
        ByteBuffer mad = packet.mad();
        if (mad.remaining() > Packet.DATAGRAM || (packet.segmented() && isData(packet))) {
            cut(mad, datagrams);
        } else {
            datagrams.accept(packet.toDatagram());
        }
    }

    private static boolean isData(Packet packet) {
        byte[] bytes = packet.toDatagram();
        RmppData header = RmppData.LAYOUT.wrap(bytes, 0);
        return hasRmpp(header.managementClassBits())
                && header.rmppFlags().contains(RmppFlag.ACTIVE)
                && header.rmppType() == RmppType.DATA;
    }

    private static void cut(ByteBuffer message, Consumer<byte[]> datagrams) {
        int header = headerLength(
                MadHeader.LAYOUT.wrap(head(message, MadHeader.LENGTH), 0).managementClassBits());
        byte[] start = head(message, header);
        int space = Packet.DATAGRAM - header;
        int length = Math.max(0, message.remaining() - header);
        int count = Math.max(1, (length + space - 1) / space);
        int padding = count * space - length;
        for (int number = 1; number <= count; number++) {
            byte[] datagram = new byte[Packet.DATAGRAM];
            System.arraycopy(start, 0, datagram, 0, header);
            int from = (number - 1) * space;
            int part = Math.min(space, length - from);
            if (part > 0) {
                message.get(header + from, datagram, header, part);
            }
            number(datagram, number, count, padding);
            datagrams.accept(datagram);
        }
    }

    private static void number(byte[] datagram, int number, int count, int padding) {
        Set<RmppFlag> flags = EnumSet.of(RmppFlag.ACTIVE);
        long payload = 0;
        if (number == 1) {
            flags.add(RmppFlag.FIRST);
            payload = (long) count * PAYLOAD - padding;
        }
        if (number == count) {
            flags.add(RmppFlag.LAST);
            payload = (long) PAYLOAD - padding;
        }
        RmppData segment = RmppData.LAYOUT.wrapWritable(datagram, 0);
        segment.rmppVersion(RMPP_VERSION).rmppType(RmppType.DATA).rmppFlags(flags);
        segment.segmentNumber(number).payloadLength(payload);
    }

    /** Returns the first bytes, padded with zeros. */
    private static byte[] head(ByteBuffer message, int length) {
        byte[] head = new byte[length];
        message.get(0, head, 0, Math.min(length, message.remaining()));
        return head;
    }

    /** Returns whether datagrams of this class may have an RMPP header. */
    static boolean hasRmpp(int managementClass) {
        return MadFormat.hasRmpp(managementClass) || managementClass == ManagementClass.DEVICE_MANAGEMENT.code();
    }

    private static int headerLength(int managementClass) {
        return MadFormat.payloadOffset(hasRmpp(managementClass) ? MadFormat.of(managementClass) : RmppData.LAYOUT);
    }
}
