package io.verbena.iba;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A global identifier of a port or a multicast group: 128 bits, written as an IPv6 address (IBA 4.1.1).
 *
 * @param prefix upper 64 bits, the subnet prefix of a unicast GID
 * @param interfaceId lower 64 bits, the port GUID of a unicast GID
 */
public record Gid(long prefix, long interfaceId) {
    /** Prefix of link-local GIDs, {@code fe80::}. */
    public static final long LINK_LOCAL_PREFIX = 0xfe80000000000000L;

    /** The unspecified GID, {@code ::}. */
    public static final Gid ZERO = new Gid(0, 0);

    /** The form of a text, which keeps host names away from InetAddress. Most programs only print GIDs, and start sooner without it. */
    private static final class GidForm {
        static final Pattern ADDRESS = Pattern.compile("[0-9a-fA-F:]*:[0-9a-fA-F:]*(?:[0-9]+(?:\\.[0-9]+){3})?");
    }

    /** Returns the link-local GID of the port with this GUID. */
    public static Gid linkLocal(Guid portGuid) {
        return new Gid(LINK_LOCAL_PREFIX, portGuid.bits());
    }

    /**
     * Parses an IPv6 address.
     *
     * @throws IllegalArgumentException if the text is not an IPv6 address
     */
    public static Gid parse(String text) {
        if (GidForm.ADDRESS.matcher(text).matches()) {
            try {
                // InetAddress returns four bytes for an IPv4-mapped address.
                ByteBuffer bytes = ByteBuffer.wrap(InetAddress.getByName(text).getAddress());
                return bytes.remaining() == 16
                        ? new Gid(bytes.getLong(), bytes.getLong())
                        : new Gid(0, 0xffffL << 32 | Integer.toUnsignedLong(bytes.getInt()));
            } catch (UnknownHostException e) {
                throw malformed(text, e);
            }
        }
        throw malformed(text, null);
    }

    private static IllegalArgumentException malformed(String text, @Nullable UnknownHostException cause) {
        return new IllegalArgumentException(
                "'" + text + "' is not a GID; write it as an IPv6 address, fe80::2:c903:0:1491", cause);
    }

    /** Returns whether this GID identifies a multicast group. */
    public boolean isMulticast() {
        return prefix >>> 56 == 0xff;
    }

    /** Returns whether this GID contains an IPv4 address, as those of RoCE can. */
    public boolean isIpv4() {
        return prefix == 0 && interfaceId >>> 32 == 0xffff;
    }

    /** Returns the lower half as a port GUID. */
    public Guid guid() {
        return Guid.of(interfaceId);
    }

    /** Compares the components without the bootstrap of a record's method; see {@link Lid#equals}. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Gid gid && gid.prefix == prefix && gid.interfaceId == interfaceId;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(prefix) * 31 + Long.hashCode(interfaceId);
    }

    /**
     * Returns the canonical IPv6 form (RFC 5952). An IPv4 address, which RoCE uses, has the form {@code
     * ::ffff:10.0.0.1}.
     */
    @Override
    public String toString() {
        if (isIpv4()) {
            return String.format(
                    "::ffff:%d.%d.%d.%d",
                    interfaceId >>> 24 & 0xff, interfaceId >>> 16 & 0xff, interfaceId >>> 8 & 0xff, interfaceId & 0xff);
        }
        int[] groups = new int[8];
        for (int i = 0; i < 4; i++) {
            groups[i] = (int) (prefix >>> (48 - 16 * i) & 0xffff);
            groups[4 + i] = (int) (interfaceId >>> (48 - 16 * i) & 0xffff);
        }
        int start = -1;
        int length = 1;
        for (int i = 0; i < 8; i++) {
            int run = i;
            while (run < 8 && groups[run] == 0) {
                run++;
            }
            if (run - i > length) {
                start = i;
                length = run - i;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            if (i == start) {
                text.append("::");
                i += length - 1;
                continue;
            }
            if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
                text.append(':');
            }
            text.append(Integer.toHexString(groups[i]));
        }
        return text.toString();
    }
}
