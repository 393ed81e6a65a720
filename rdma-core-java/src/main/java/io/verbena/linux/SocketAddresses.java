package io.verbena.linux;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Converts addresses to and from {@code struct sockaddr_in} and {@code sockaddr_in6} of Linux: the family is in host byte order, the
 * port and the address are in network byte order.
 */
final class SocketAddresses {
    private static final int LENGTH = 28;
    private static final short AF_INET = 2;
    private static final short AF_INET6 = 10;
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;

    private SocketAddresses() {}

    /**
     * Writes an address.
     *
     * @throws IllegalArgumentException if the host name was not resolved
     */
    static byte[] write(InetSocketAddress address) {
        InetAddress host = address.getAddress();
        if (host == null) {
            throw new IllegalArgumentException("the name '" + address.getHostString()
                    + "' has no address; is it spelled right, and known to DNS?");
        }
        byte[] bytes = new byte[LENGTH];
        boolean wide = host instanceof Inet6Address;
        ByteBuffer to = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).putShort(wide ? AF_INET6 : AF_INET);
        to.order(ByteOrder.BIG_ENDIAN).putShort((short) address.getPort());
        if (wide) {
            to.putInt(0);
        }
        to.put(host.getAddress());
        if (host instanceof Inet6Address six) {
            to.order(ByteOrder.nativeOrder()).putInt(six.getScopeId());
        }
        return bytes;
    }

    /** Reads an address; returns null if it is not an IP address. */
    static @Nullable InetSocketAddress read(byte[] bytes) {
        ByteBuffer from = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        short family = from.getShort();
        int port = Short.toUnsignedInt(from.order(ByteOrder.BIG_ENDIAN).getShort());
        try {
            if (family == AF_INET) {
                byte[] host = new byte[IPV4_BYTES];
                from.get(host);
                return new InetSocketAddress(InetAddress.getByAddress(host), port);
            }
            if (family == AF_INET6) {
                byte[] host = new byte[IPV6_BYTES];
                from.getInt();
                from.get(host);
                int scope = from.order(ByteOrder.nativeOrder()).getInt();
                return new InetSocketAddress(Inet6Address.getByAddress(null, host, scope == 0 ? -1 : scope), port);
            }
            return null;
        } catch (UnknownHostException e) {
            throw new AssertionError("an address of the right length is one", e);
        }
    }
}
