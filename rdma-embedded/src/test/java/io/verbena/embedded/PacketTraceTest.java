package io.verbena.embedded;

import static io.verbena.trace.Packet.Direction.RECEIVED;
import static io.verbena.trace.Packet.Direction.RETURNED;
import static io.verbena.trace.Packet.Direction.SENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.error.Errno;
import io.verbena.iba.Lid;
import io.verbena.iba.MadHeader;
import io.verbena.iba.NodeInfo;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.spi.PortAttributes;
import io.verbena.trace.Packet;
import io.verbena.trace.PacketListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PacketTraceTest {
    private static final MadOptions OPTIONS = new MadOptions(Duration.ofMillis(50), 2, 64);

    private final EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,4");
    private final Kept kept = new Kept();

    /** Stores the packets that are reported to it. */
    private static final class Kept implements PacketListener {
        private final List<Packet> packets = new CopyOnWriteArrayList<>();
        private final List<Long> transactions = new CopyOnWriteArrayList<>();
        private final AtomicInteger closed = new AtomicInteger();

        @Override
        public void packet(Packet packet) {
            byte[] bytes = new byte[packet.mad().remaining()];
            packet.mad().get(bytes);
            assertThat(bytes.length).isEqualTo(256);
            packets.add(packet);
            transactions.add(MadHeader.LAYOUT.wrap(bytes, 0).transactionId());
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    private Rdma open(PacketListener... listeners) {
        Rdma.Builder builder = Rdma.builder().driver(fabric.driver("host1")).mad(OPTIONS);
        for (PacketListener listener : listeners) {
            builder.packets(listener);
        }
        return builder.open();
    }

    @Test
    void aCallConsistsOfARequestAndItsResponse() {
        int lid = fabric.node("host2").port(1).lid();
        try (Rdma rdma = open(kept);
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            mad.subnGet(NodeInfo.class, IbPath.to(Lid.of(lid)));

            PortAttributes port = rdma.defaultEndPort().attributes();
            assertThat(kept.packets).extracting(Packet::direction).containsExactly(SENT, RECEIVED);
            assertThat(kept.packets).extracting(Packet::endPort).containsOnly("emb0/1");
            assertThat(kept.packets).extracting(Packet::port).containsOnly(port);
            assertThat(kept.packets).extracting(packet -> packet.remote().lid()).containsOnly(lid);
            assertThat(kept.packets).extracting(Packet::status).containsOnly(0);
            assertThat(kept.packets).extracting(Packet::segmented).containsOnly(false);
            assertThat(kept.packets.get(0).time())
                    .isBeforeOrEqualTo(kept.packets.get(1).time());
            assertThat(kept.transactions).hasSize(2);
            assertThat(kept.transactions.get(0)).isEqualTo(kept.transactions.get(1));
        }
        assertThat(kept.closed).hasValue(1);
    }

    @Test
    void everyAttemptAndItsTimeoutAreTraced() {
        fabric.node("leaf0").silence();
        try (Rdma rdma = open(kept);
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            assertThatExceptionOfType(MadTimeoutException.class)
                    .isThrownBy(() -> mad.subnGet(NodeInfo.class, DirectedPath.of(1)));
        }

        assertThat(kept.packets)
                .extracting(Packet::direction)
                .as("an answer to an early try counts until the last is over, so none comes back before")
                .containsExactly(SENT, SENT, SENT, RETURNED, RETURNED, RETURNED);
        assertThat(kept.packets)
                .filteredOn(packet -> packet.direction() == RETURNED)
                .extracting(Packet::status)
                .containsOnly(Errno.ETIMEDOUT);
    }

    @Test
    void aResponseNeverPrecedesItsRequest() {
        try (Rdma rdma = open(kept);
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            assertThat(rdma.discovery(mad).run().nodes()).hasSize(22);
            assertThat(kept.packets).hasSize(Math.toIntExact(2 * mad.datagramsSent()));
        }

        List<Long> open = new ArrayList<>();
        for (int at = 0; at < kept.packets.size(); at++) {
            Long transaction = kept.transactions.get(at);
            if (kept.packets.get(at).direction() == SENT) {
                open.add(transaction);
            } else {
                assertThat(open.remove(transaction)).isTrue();
            }
        }
        assertThat(open).isEmpty();
    }

    @Test
    void aFailingListenerIsRemovedWithoutAffectingOthers() {
        AtomicInteger told = new AtomicInteger();
        PacketListener failing = packet -> {
            told.incrementAndGet();
            throw new IllegalStateException("the listener of this test fails on purpose");
        };
        try (Rdma rdma = open(failing, kept);
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            assertThat(rdma.discovery(mad).run().nodes()).hasSize(22);
        }

        assertThat(told).hasValue(1);
        assertThat(kept.packets).hasSizeGreaterThan(100);
    }

    @Test
    void withoutAListenerTheChannelIsNotWrapped() {
        try (Rdma rdma = open()) {
            assertThat(rdma.defaultEndPort().openMadChannel()).isInstanceOf(EmbeddedMadChannel.class);
        }
    }

    @Test
    void listenersAreClosedIfTheFabricCannotBeOpened() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Rdma.builder().fabric("nowhere").packets(kept).open());

        assertThat(kept.closed).hasValue(1);
    }
}
