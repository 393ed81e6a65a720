package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.hca.IbSocketAddress;
import io.verbena.hca.PortSpace;
import io.verbena.iba.Gid;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The structures of addresses, on hosts with either byte order. */
class SocketAddressesTest {
    /** The address is the one that {@code rdma_getaddrinfo} makes for this GID and port 7471. */
    @Test
    void anAddressOfInfiniBandIsThatOfTheProgramInC() {
        byte[] bytes = SocketAddresses.write(IbSocketAddress.of(Gid.parse("fe80::2:c903:0:1491"), PortSpace.TCP, 7471));

        assertThat(HexFormat.of().formatHex(bytes, 2, bytes.length))
                .isEqualTo("ffff00000000fe800000000000000002c903000014910000000001061d2f"
                        + "ffffffffffffffff0000000000000000");
        assertThat(bytes[0] + bytes[1]).as("the family").isEqualTo(27);
    }

    @Test
    void addressesAreReadAsTheyWereWritten() {
        for (SocketAddress address : List.of(
                new IbSocketAddress(Gid.parse("fe80::1"), 0xffff, 1L << 63, -1),
                new InetSocketAddress("10.77.0.1", 65535),
                new InetSocketAddress("fe80::1", 7471))) {
            assertThat(SocketAddresses.read(SocketAddresses.write(address))).isEqualTo(address);
        }
        assertThat(SocketAddresses.read(new byte[48])).isNull();
    }
}
