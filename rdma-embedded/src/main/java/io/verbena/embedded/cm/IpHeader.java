package io.verbena.embedded.cm;

import io.verbena.iba.IpServiceHeader;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that precede the private data of a request for an IP service (IBA A11.4). The service ID of such a
 * request consists of 0, the port space and the port.
 *
 * @param source the address of the requester
 * @param sourcePort the port of the requester
 * @param destination the requested address
 */
record IpHeader(InetAddress source, int sourcePort, InetAddress destination) {
    private static final int IPV4 = 4;
    private static final int IPV6 = 6;
    private static final int ADDRESS = 16;
    private static final int IPV4_BYTES = 4;

    byte[] before(byte[] data, int length) {
        byte[] bytes = new byte[length];
        IpServiceHeader.LAYOUT
                .wrapWritable(bytes, 0)
                .ipVersion(source instanceof Inet4Address ? IPV4 : IPV6)
                .sourcePort(sourcePort)
                .sourceAddress(wide(source))
                .destinationAddress(wide(destination));
        System.arraycopy(data, 0, bytes, IpServiceHeader.LENGTH, data.length);
        return bytes;
    }

    static byte[] after(byte[] bytes) {
        return Arrays.copyOfRange(bytes, IpServiceHeader.LENGTH, bytes.length);
    }

    static @Nullable IpHeader read(byte[] bytes) {
        IpServiceHeader header = IpServiceHeader.LAYOUT.wrap(bytes, 0);
        int version = header.ipVersion();
        if (header.majorVersion() != 0 || (version != IPV4 && version != IPV6)) {
            return null;
        }
        int unused = version == IPV4 ? ADDRESS - IPV4_BYTES : 0;
        return new IpHeader(
                IpAddresses.of(Arrays.copyOfRange(header.sourceAddress(), unused, ADDRESS)),
                header.sourcePort(),
                IpAddresses.of(Arrays.copyOfRange(header.destinationAddress(), unused, ADDRESS)));
    }

    private static byte[] wide(InetAddress address) {
        byte[] bytes = address.getAddress();
        byte[] wide = new byte[ADDRESS];
        System.arraycopy(bytes, 0, wide, ADDRESS - bytes.length, bytes.length);
        return wide;
    }
}
