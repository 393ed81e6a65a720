package io.verbena.embedded.hca.frame;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The IP packet with TCP or UDP in an Ethernet frame, as offloads see it: its checksums (RFC 1071), and its division into segments.
 * A packet with IPv6 extension headers, or one of several fragments, is none.
 */
public final class InternetPacket {
    private static final int TYPE_OFFSET = FrameHeaders.TYPE_OFFSET;
    private static final int TCP_BYTES = 20;
    private static final int UDP_BYTES = 8;
    private static final int TCP_CHECKSUM = 16;
    private static final int UDP_CHECKSUM = 6;
    private static final int SEQUENCE = 4;
    private static final int FLAGS = 13;
    private static final int FIN_PSH = 0x09;
    private static final int CWR = 0x80;
    private static final int HALF = 0xffff;

    private final ByteBuffer frame;
    private final int ip;
    private final boolean isIpv4;
    private final int transport;
    private final int protocol;

    private InternetPacket(ByteBuffer frame, int ip, boolean isIpv4, int transport, int protocol) {
        this.frame = frame;
        this.ip = ip;
        this.isIpv4 = isIpv4;
        this.transport = transport;
        this.protocol = protocol;
    }

    /** Returns the packet in a frame; null if there is none with TCP or UDP. */
    public static @Nullable InternetPacket in(byte[] bytes) {
        ByteBuffer frame = ByteBuffer.wrap(bytes);
        int type = bytes.length < FrameHeaders.ETHERNET_BYTES ? 0 : number(frame, TYPE_OFFSET);
        int ip = FrameHeaders.ETHERNET_BYTES;
        while (type == FrameHeaders.VLAN && ip + FrameHeaders.TAG_BYTES <= bytes.length) {
            type = number(frame, ip + Short.BYTES);
            ip += FrameHeaders.TAG_BYTES;
        }
        boolean isIpv4 = type == FrameHeaders.IPV4;
        int least = isIpv4 ? FrameHeaders.IPV4_BYTES : FrameHeaders.IPV6_BYTES;
        if ((!isIpv4 && type != FrameHeaders.IPV6) || ip + least > bytes.length) {
            return null;
        }
        int transport = ip + (isIpv4 ? (bytes[ip] & 0xf) * Integer.BYTES : FrameHeaders.IPV6_BYTES);
        int protocol = bytes[ip + (isIpv4 ? 9 : 6)];
        boolean fragment = isIpv4 && (number(frame, ip + 6) & 0x3fff) != 0;
        int length = protocol == FrameHeaders.TCP ? TCP_BYTES : UDP_BYTES;
        boolean known = protocol == FrameHeaders.TCP || protocol == FrameHeaders.UDP;
        return known && !fragment && transport + length <= bytes.length
                ? new InternetPacket(frame, ip, isIpv4, transport, protocol)
                : null;
    }

    private static int number(ByteBuffer bytes, int at) {
        return bytes.getShort(at) & HALF;
    }

    /** Fills in the checksum of IPv4, and that of TCP or UDP. */
    public void fillChecksums() {
        if (isIpv4) {
            frame.putShort(ip + 10, (short) 0).putShort(ip + 10, (short) ~sum(ip, transport, 0));
        }
        frame.putShort(checksum(), (short) 0);
        int value = ~transportSum() & HALF;
        // A UDP checksum of 0 means that there is none (RFC 768).
        frame.putShort(checksum(), (short) (value == 0 && protocol == FrameHeaders.UDP ? HALF : value));
    }

    /** Returns whether the checksums are right. */
    public boolean hasValidChecksums() {
        boolean none = protocol == FrameHeaders.UDP && isIpv4 && number(frame, checksum()) == 0;
        return (!isIpv4 || sum(ip, transport, 0) == HALF) && (none || transportSum() == HALF);
    }

    private int checksum() {
        return transport + (protocol == FrameHeaders.TCP ? TCP_CHECKSUM : UDP_CHECKSUM);
    }

    private int transportSum() {
        int addresses = isIpv4 ? 12 : 8;
        int end = ip + (isIpv4 ? number(frame, ip + 2) : FrameHeaders.IPV6_BYTES + number(frame, ip + 4));
        int last = Math.min(end, frame.capacity());
        int headerEnd = ip + (isIpv4 ? FrameHeaders.IPV4_BYTES : FrameHeaders.IPV6_BYTES);
        int pseudo = sum(ip + addresses, headerEnd, protocol + last - transport);
        return sum(transport, last, pseudo);
    }

    private int sum(int from, int to, int start) {
        long sum = start;
        for (int at = from; at < to; at += Short.BYTES) {
            sum += at + 1 < to ? number(frame, at) : (frame.get(at) & 0xff) << Byte.SIZE;
        }
        while (sum > HALF) {
            sum = (sum & HALF) + (sum >>> Short.SIZE);
        }
        return (int) sum;
    }

    /**
     * Divides data into frames: copies of the headers with adapted lengths, sequence numbers, flags and checksums.
     *
     * @param headers Ethernet, IP and TCP headers
     * @param segmentSize the maximum data of a frame
     * @return the frames, of which only the last may be shorter; none if the headers are not those of TCP
     */
    public static List<byte[]> segments(byte[] headers, byte[] data, int segmentSize) {
        InternetPacket model = in(headers);
        if (model == null || model.protocol != FrameHeaders.TCP) {
            return List.of();
        }
        List<byte[]> frames = new ArrayList<>();
        for (int at = 0; at < data.length || frames.isEmpty(); at += segmentSize) {
            int length = Math.min(segmentSize, data.length - at);
            byte[] bytes = new byte[headers.length + length];
            ByteBuffer.wrap(bytes).put(headers).put(data, at, length);
            InternetPacket packet =
                    new InternetPacket(ByteBuffer.wrap(bytes), model.ip, model.isIpv4, model.transport, model.protocol);
            packet.become(frames.size(), at, at + length == data.length);
            frames.add(bytes);
        }
        return frames;
    }

    private void become(int number, int offset, boolean last) {
        int flags = frame.get(transport + FLAGS) & ~(last ? 0 : FIN_PSH) & ~(number == 0 ? 0 : CWR);
        frame.putInt(transport + SEQUENCE, frame.getInt(transport + SEQUENCE) + offset)
                .put(transport + FLAGS, (byte) flags);
        if (isIpv4) {
            frame.putShort(ip + 2, (short) (frame.capacity() - ip))
                    .putShort(ip + 4, (short) (frame.getShort(ip + 4) + number));
        } else {
            frame.putShort(ip + 4, (short) (frame.capacity() - ip - FrameHeaders.IPV6_BYTES));
        }
        fillChecksums();
    }
}
