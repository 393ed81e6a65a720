package io.verbena.traffic.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.traffic.measure.RawFrame.Addresses;
import io.verbena.traffic.measure.RawFrame.Ports;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The headers of Ethernet frames, as a protocol analyzer shows those of perftest. */
class RawFrameTest {
    private static final long OWN = 0x0002c9000001L;
    private static final long PEER = 0x0002c9000002L;
    private static final String MACS = "0002c90000020002c9000001";

    private static RawFrame frame(@Nullable Addresses addresses, @Nullable Ports ports, int type, int vlan) {
        return new RawFrame(OWN, PEER, addresses, ports, type, vlan, 0x10, 64);
    }

    private static Addresses addresses(String own, String peer) throws UnknownHostException {
        return new Addresses(InetAddress.getByName(own), InetAddress.getByName(peer));
    }

    private static String hex(RawFrame frame, int size) {
        return HexFormat.of().formatHex(frame.encode(size).array());
    }

    @Test
    void aFrameWithoutIpHasItsLengthAsType() {
        assertThat(hex(frame(null, null, -1, -1), 64)).isEqualTo(MACS + "002e" + "00".repeat(46));
        assertThat(hex(frame(null, null, -1, 5), 64)).isEqualTo(MACS + "8100a001" + "002a" + "00".repeat(42));
        assertThat(hex(frame(null, null, 0x88b5, -1), 64)).isEqualTo(MACS + "88b5" + "00".repeat(46));
    }

    @Test
    void udpOverIpv4() throws UnknownHostException {
        RawFrame frame = frame(addresses("10.0.0.1", "10.0.0.2"), new Ports(1000, 2000, false), -1, -1);

        assertThat(hex(frame, 64))
                .isEqualTo(MACS + "0800" + "4510002e00000000401166ad0a0000010a000002" + "03e807d0001a0000"
                        + "00".repeat(18));
        assertThat(frame.headerBytes()).isEqualTo(54);
    }

    @Test
    void tcpOverIpv6() throws UnknownHostException {
        RawFrame frame = frame(addresses("fd00::1", "fd00::2"), new Ports(1000, 2000, true), -1, -1);

        assertThat(hex(frame, 80))
                .isEqualTo(MACS + "86dd" + "6100000000160640" + "fd000000000000000000000000000001"
                        + "fd000000000000000000000000000002" + "03e807d0" + "00".repeat(8) + "5000200000000000"
                        + "0000");
    }

    @Test
    void whatCannotBeSentIsRefused() throws UnknownHostException {
        Addresses mixed = addresses("10.0.0.1", "10.0.0.2");

        assertThatThrownBy(() -> addresses("10.0.0.1", "fd00::2")).hasMessageContaining("different versions of IP");
        assertThatThrownBy(() -> frame(null, new Ports(1, 2, false), -1, -1)).hasMessageContaining("require IP");
        assertThatThrownBy(() -> new RawFrame(-1, 0, mixed, null, -1, -1, 0, 64))
                .hasMessageContaining("48 bits");
        assertThatThrownBy(() -> new Ports(0, 1, false)).hasMessageContaining("expected 1 to 65535");
    }
}
