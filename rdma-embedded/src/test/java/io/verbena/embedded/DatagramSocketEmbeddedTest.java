package io.verbena.embedded;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.contract.cm.CmBed;
import io.verbena.contract.stream.DatagramSocketContract;
import io.verbena.stream.RdmaDatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Datagram sockets on the embedded fabric: both on one host by the contract, and on two hosts. */
@Timeout(120)
class DatagramSocketEmbeddedTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private static CmBed bed(boolean isIpv4) {
        EmbeddedFabric fabric = EmbeddedFabric.open("two-node");
        try {
            return new CmBed(
                    Rdma.builder().driver(fabric.driver("host0")).open(),
                    isIpv4 ? fabric.node("host0").port(1).address() : InetAddress.getByName("fe80::" + lower(fabric)),
                    InetAddress.getByName("192.0.2.1"));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static String lower(EmbeddedFabric fabric) {
        long bits = fabric.node("host0").port(1).guid().bits() | 1L << 57;
        return String.format("%x:%x:%x:%x", bits >>> 48, bits >>> 32 & 0xffff, bits >>> 16 & 0xffff, bits & 0xffff);
    }

    @Nested
    class ByIpv4 extends DatagramSocketContract {
        @Override
        protected CmBed bed() {
            return DatagramSocketEmbeddedTest.bed(true);
        }
    }

    @Nested
    class ByIpv6 extends DatagramSocketContract {
        @Override
        protected CmBed bed() {
            return DatagramSocketEmbeddedTest.bed(false);
        }
    }

    /** Counts the packets of the adapter, which UDP packets of the fabric are not. */
    @Test
    void datagramsOfTwoHostsTravelThroughTheFabric() {
        try (EmbeddedFabric fabric = EmbeddedFabric.open("two-node");
                Rdma near = Rdma.builder().driver(fabric.driver("host0")).open();
                Rdma far = Rdma.builder().driver(fabric.driver("host1")).open();
                RdmaDatagramSocket client = near.streams().datagramSocket(new InetSocketAddress("0.0.0.0", 0));
                RdmaDatagramSocket server = far.streams()
                        .datagramSocket(new InetSocketAddress(
                                fabric.node("host1").port(1).address(), 7174))) {
            ByteBuffer into = ByteBuffer.allocate(100);
            for (int i = 0; i < 200 && !client.isDirect(server.localAddress()); i++) {
                client.send(ByteBuffer.allocate(10), server.localAddress());
                assertThat(server.receive(into.clear(), LONG)).isPresent();
            }
            long before = packets(near);

            for (int i = 0; i < 100; i++) {
                client.send(ByteBuffer.allocate(10), server.localAddress());
                assertThat(server.receive(into.clear(), LONG))
                        .contains(new InetSocketAddress(
                                fabric.node("host0").port(1).address(),
                                client.localAddress().getPort()));
            }

            assertThat(packets(near) - before).isEqualTo(100);
        }
    }

    private static long packets(Rdma rdma) {
        return requireNonNull(rdma.defaultEndPort().counters().get("port_xmit_packets"));
    }

    @Test
    void aPacketToAPortThatIsDownIsLost() {
        try (EmbeddedFabric fabric = EmbeddedFabric.open("two-node");
                Rdma near = Rdma.builder().driver(fabric.driver("host0")).open();
                Rdma far = Rdma.builder().driver(fabric.driver("host1")).open();
                RdmaDatagramSocket client = near.streams()
                        .datagramSocket(new InetSocketAddress(
                                fabric.node("host0").port(1).address(), 0));
                RdmaDatagramSocket server = far.streams()
                        .datagramSocket(new InetSocketAddress(
                                fabric.node("host1").port(1).address(), 7174))) {
            fabric.node("host1").port(1).down();
            client.send(ByteBuffer.allocate(10), server.localAddress());

            assertThat(server.receive(ByteBuffer.allocate(10), Duration.ofMillis(200)))
                    .isEmpty();
        }
    }
}
