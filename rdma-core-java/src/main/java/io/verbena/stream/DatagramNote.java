package io.verbena.stream;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The header of a UDP packet, by which a socket for datagrams announces its queue pair. It is in network byte order, and followed by
 * the data of a datagram if it has any.
 *
 * <pre>
 *  0 tag 0x55555555
 *  4 IP version, 4 or 6 | 5 kind: 0 with data, 7 without | 6 length of the header | 7 zero
 *  8 queue pair number, 24 bits
 * 12 address of the sender, of IPv4 or IPv6
 * </pre>
 *
 * @param hasData whether a datagram follows, and the receiver is to announce its queue pair in return
 * @param queuePair the queue pair number of the sender
 * @param address the address of the sender
 */
record DatagramNote(boolean hasData, int queuePair, InetAddress address) {
    static final int MAX_BYTES = 28;

    private static final int TAG = 0x55555555;
    private static final int IPV4_BYTES = 16;
    private static final int DATA = 0;
    private static final int CONTROL = 7;
    private static final int NUMBER = 0xffffff;

    void write(ByteBuffer to) {
        boolean isShort = address instanceof Inet4Address;
        to.putInt(TAG)
                .put((byte) (isShort ? DatagramHeader.IPV4 : DatagramHeader.IPV6))
                .put((byte) (hasData ? DATA : CONTROL))
                .put((byte) (isShort ? IPV4_BYTES : MAX_BYTES))
                .put((byte) 0)
                .putInt(queuePair & NUMBER)
                .put(address.getAddress());
    }

    /**
     * Reads a header, after which the data begin.
     *
     * @param sender the address that the packet came from, whose version must be that of the header
     * @return the header; null if the packet is none of a socket for datagrams
     */
    static @Nullable DatagramNote read(ByteBuffer from, InetAddress sender) {
        boolean isShort = sender instanceof Inet4Address;
        int length = isShort ? IPV4_BYTES : MAX_BYTES;
        if (from.remaining() < length
                || from.getInt() != TAG
                || from.get() != (isShort ? DatagramHeader.IPV4 : DatagramHeader.IPV6)) {
            return null;
        }
        int kind = from.get();
        if (from.get() != length) {
            return null;
        }
        from.get();
        int queuePair = from.getInt() & NUMBER;
        from.position(from.position() + length - 12);
        return new DatagramNote(kind == DATA, queuePair, sender);
    }
}
