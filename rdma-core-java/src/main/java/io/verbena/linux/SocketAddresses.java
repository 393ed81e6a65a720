package io.verbena.linux;

import io.verbena.hca.IbSocketAddress;
import io.verbena.iba.Gid;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Converts addresses to and from {@code struct sockaddr_in}, {@code sockaddr_in6} and {@code sockaddr_ib} of Linux: the family is in
 * host byte order, everything else but the scope is in network byte order.
 */
final class SocketAddresses {
    private static final int LENGTH = 48;
    private static final short AF_INET = 2;
    private static final short AF_INET6 = 10;
    private static final short AF_IB = 27;
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;

    private SocketAddresses() {}

    /**
     * Writes an address.
     *
     * @throws IllegalArgumentException if the host name was not resolved
     */
    static byte[] write(SocketAddress address) {
        ByteBuffer to = ByteBuffer.allocate(LENGTH).order(ByteOrder.nativeOrder());
        if (address instanceof IbSocketAddress ib) {
            write(ib, to);
        } else {
            write((InetSocketAddress) address, to);
        }
        return to.array();
    }

    private static void write(IbSocketAddress address, ByteBuffer to) {
        to.putShort(AF_IB).order(ByteOrder.BIG_ENDIAN);
        to.putShort((short) address.pKey()).putInt(0);
        to.putLong(address.gid().prefix()).putLong(address.gid().interfaceId());
        to.putLong(address.serviceId()).putLong(address.serviceIdMask());
    }

    private static void write(InetSocketAddress address, ByteBuffer to) {
        InetAddress host = address.getAddress();
        if (host == null) {
            throw new IllegalArgumentException("the name '" + address.getHostString()
                    + "' has no address; is it spelled right, and known to DNS?");
        }
        boolean wide = host instanceof Inet6Address;
        to.putShort(wide ? AF_INET6 : AF_INET).order(ByteOrder.BIG_ENDIAN).putShort((short) address.getPort());
        if (wide) {
            to.putInt(0);
        }
        to.put(host.getAddress());
        if (host instanceof Inet6Address six) {
            to.order(ByteOrder.nativeOrder()).putInt(six.getScopeId());
        }
    }

    /** Reads an address; returns null if there is none. */
    static @Nullable SocketAddress read(byte[] bytes) {
        ByteBuffer from = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        short family = from.getShort();
        // The P_Key of an address of InfiniBand.
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
            if (family == AF_IB) {
                from.getInt();
                return new IbSocketAddress(
                        new Gid(from.getLong(), from.getLong()), port, from.getLong(), from.getLong());
            }
            return null;
        } catch (UnknownHostException e) {
            throw new AssertionError("an address of the right length is one", e);
        }
    }
}
