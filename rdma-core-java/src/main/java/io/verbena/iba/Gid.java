package io.verbena.iba;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A global identifier of a port or of a multicast group: 128 bits, written as an IPv6 address (IBA 4.1.1).
 *
 * @param prefix the upper 64 bits, the subnet prefix of a unicast GID
 * @param interfaceId the lower 64 bits, the port GUID of a unicast GID
 */
public record Gid(long prefix, long interfaceId) {
    /** The prefix of every link-local GID, {@code fe80::}. */
    public static final long LINK_LOCAL_PREFIX = 0xfe80000000000000L;

    /** The GID of nothing, {@code ::}. */
    public static final Gid ZERO = new Gid(0, 0);

    // Keeps host names away from InetAddress, which would ask a name server for them.
    private static final Pattern FORM = Pattern.compile("[0-9a-fA-F:]*:[0-9a-fA-F:]*(?:[0-9]+(?:\\.[0-9]+){3})?");

    /** The link-local GID of the port with this GUID. */
    public static Gid linkLocal(Guid portGuid) {
        return new Gid(LINK_LOCAL_PREFIX, portGuid.bits());
    }

    /**
     * Reads an IPv6 address.
     *
     * @throws IllegalArgumentException if the text is not one
     */
    public static Gid parse(String text) {
        if (FORM.matcher(text).matches()) {
            try {
                // Java answers four bytes for ::ffff:10.0.0.1.
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

    /** Whether the first byte says that this names a multicast group. */
    public boolean isMulticast() {
        return prefix >>> 56 == 0xff;
    }

    /** The lower half as the GUID of a port. */
    public Guid guid() {
        return Guid.of(interfaceId);
    }

    /** Written out for the same reason as that of {@link Lid}. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Gid gid && gid.prefix == prefix && gid.interfaceId == interfaceId;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(prefix) * 31 + Long.hashCode(interfaceId);
    }

    /** The canonical IPv6 form (RFC 5952); that of an IPv4 address, as RoCE has them, is {@code ::ffff:10.0.0.1}. */
    @Override
    public String toString() {
        if (prefix == 0 && interfaceId >>> 32 == 0xffff) {
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
