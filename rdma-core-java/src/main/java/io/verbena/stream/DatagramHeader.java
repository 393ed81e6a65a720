package io.verbena.stream;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The header of a datagram on a queue pair: the address of its sender, in network byte order.
 *
 * <pre>
 *  0 IP version, 4 or 6 | 1 length of the header | 2 port
 *  4 IPv4 address, or flow information of IPv6
 *  8 IPv6 address
 * </pre>
 */
final class DatagramHeader {
    static final int IPV4_BYTES = 8;
    static final int IPV6_BYTES = 24;
    static final int IPV4 = 4;
    static final int IPV6 = 6;

    private DatagramHeader() {}

    static int length(InetAddress source) {
        return source instanceof Inet4Address ? IPV4_BYTES : IPV6_BYTES;
    }

    static void write(ByteBuffer to, InetSocketAddress source) {
        InetAddress address = source.getAddress();
        boolean isShort = address instanceof Inet4Address;
        to.put((byte) (isShort ? IPV4 : IPV6)).put((byte) length(address)).putShort((short) source.getPort());
        if (!isShort) {
            to.putInt(0);
        }
        to.put(address.getAddress());
    }

    /** Reads a header, after which the data begin; returns null if there is no valid header. */
    static @Nullable InetSocketAddress read(ByteBuffer from) {
        if (from.remaining() < IPV4_BYTES) {
            return null;
        }
        int version = from.get();
        int length = from.get();
        int port = Short.toUnsignedInt(from.getShort());
        if (version == IPV4 && length == IPV4_BYTES) {
            return new InetSocketAddress(address(from, new byte[4]), port);
        }
        if (version == IPV6 && length == IPV6_BYTES && from.remaining() >= Integer.BYTES + 16) {
            from.getInt();
            return new InetSocketAddress(address(from, new byte[16]), port);
        }
        return null;
    }

    private static InetAddress address(ByteBuffer from, byte[] bytes) {
        from.get(bytes);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new AssertionError("an address of the right length is one", e);
        }
    }
}
