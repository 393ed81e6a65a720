package io.verbena.embedded.cm;

import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The IP addresses of ports, which depend on the topology only. */
public final class IpAddresses {
    private static final int NETWORK = 10 << 24;
    private static final int HOSTS = 0x00ffffff;
    private static final int NETWORK_BYTE = 10;
    private static final long LINK_LOCAL = 0xfe80000000000000L;
    private static final long UNIVERSAL = 0x0200000000000000L;
    private static final int IPV6_BYTES = 16;
    private static final String OCTET = "(25[0-5]|2[0-4]\\d|[01]?\\d?\\d)";
    private static final Pattern IPV4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");

    private IpAddresses() {}

    /**
     * Returns the IPv4 address of a port: 10.0.0.0 plus its number.
     *
     * @param number the number of the port, from 1
     * @throws IllegalArgumentException if the number exceeds the network
     */
    public static InetAddress ipv4(int number) {
        if (number < 1 || number >= HOSTS) {
            throw new IllegalArgumentException("there is no address for port " + number + " in 10.0.0.0/8");
        }
        return of(ByteBuffer.allocate(Integer.BYTES).putInt(NETWORK | number).array());
    }

    /**
     * Returns the IPv6 address of a port: fe80::/64 with its GUID, whose universal bit is set as IPoIB does (RFC 4391,
     * 8).
     */
    public static InetAddress linkLocal(Guid guid) {
        return of(ByteBuffer.allocate(IPV6_BYTES)
                .putLong(LINK_LOCAL)
                .putLong(guid.bits() | UNIVERSAL)
                .array());
    }

    /** Returns the IPv6 address with the bits of a GID. */
    static InetAddress of(Gid gid) {
        return of(ByteBuffer.allocate(IPV6_BYTES)
                .putLong(gid.prefix())
                .putLong(gid.interfaceId())
                .array());
    }

    /** Returns the GID with the bits of an IPv6 address. */
    static Gid gid(InetAddress address) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return new Gid(bytes.getLong(), bytes.getLong());
    }

    static boolean isWide(InetAddress address) {
        return address instanceof Inet6Address;
    }

    static boolean isWithin(InetAddress address) {
        return address instanceof Inet4Address ? address.getAddress()[0] == NETWORK_BYTE : address.isLinkLocalAddress();
    }

    static @Nullable InetAddress parse(String text) {
        // The scope after the % has no meaning here.
        int scope = text.indexOf('%');
        String plain = scope < 0 ? text : text.substring(0, scope);
        // Addresses of either kind are parsed without a lookup.
        if (!IPV4.matcher(text).matches() && plain.indexOf(':') < 0) {
            return null;
        }
        try {
            return InetAddress.getByName(plain);
        } catch (UnknownHostException e) {
            return null;
        }
    }

    /** Returns an address of 4 or 16 bytes. An address of 16 bytes is always an IPv6 address. */
    static InetAddress of(byte[] bytes) {
        try {
            return bytes.length == IPV6_BYTES
                    ? Inet6Address.getByAddress(null, bytes, -1)
                    : InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new AssertionError("the length of the address is invalid", e);
        }
    }
}
