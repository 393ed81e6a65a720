package io.verbena.embedded.cm;

import io.verbena.hca.PortSpace;
import io.verbena.iba.Gid;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * Maps IP multicast addresses to MGIDs as IPoIB does (RFC 4391, 4), with a different signature for UDP datagrams. An
 * IPv6 address that is an MGID assigned by the subnet administration is not mapped.
 */
final class GroupAddresses {
    private static final long TRANSIENT = 0xff10_0000_0000_0000L;
    private static final int SCOPE_SHIFT = 48;
    private static final long LINK_SCOPE = 2;
    private static final int SIGNATURE_SHIFT = 32;
    private static final long IPV4 = 0x401b;
    private static final long IPV4_UDP = 0x4001;
    private static final long IPV6 = 0x601b;
    private static final long IPV6_UDP = 0x6001;
    private static final short ASSIGNED = (short) 0xa01b;
    private static final int SIGNATURE_BYTE = 2;
    private static final int FULL = 0x8000;
    private static final int PARTITION_SHIFT = 16;
    private static final long IPV4_BITS = 0x0fff_ffffL;
    private static final long SCOPE_BITS = 0xf;
    private static final int PREFIX_BYTES = Long.BYTES;

    private GroupAddresses() {}

    static Gid mgid(InetAddress group, PortSpace space, int pKey) {
        boolean udp = space == PortSpace.UDP;
        ByteBuffer bytes = ByteBuffer.wrap(group.getAddress());
        if (group instanceof Inet4Address) {
            return new Gid(prefix(LINK_SCOPE, udp ? IPV4_UDP : IPV4, pKey), bytes.getInt() & IPV4_BITS);
        }
        if (bytes.getShort(SIGNATURE_BYTE) == ASSIGNED) {
            return new Gid(bytes.getLong(), bytes.getLong());
        }
        long scope = bytes.get(1) & SCOPE_BITS;
        // The 16 bits above the lower half of the address only fit into the prefix.
        long middle = Short.toUnsignedLong(bytes.getShort(PREFIX_BYTES - Short.BYTES));
        return new Gid(prefix(scope, udp ? IPV6_UDP : IPV6, pKey) | middle, bytes.getLong(PREFIX_BYTES));
    }

    private static long prefix(long scope, long signature, int pKey) {
        return TRANSIENT
                | scope << SCOPE_SHIFT
                | signature << SIGNATURE_SHIFT
                | (long) (pKey | FULL) << PARTITION_SHIFT;
    }
}
