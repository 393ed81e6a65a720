package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import io.verbena.Rdma;
import io.verbena.efa.EfaDevice;
import io.verbena.efa.SrdAddress;
import io.verbena.efa.SrdChannel;
import io.verbena.efa.SrdEndedException;
import io.verbena.efa.SrdEndpoint;
import io.verbena.efa.SrdMessage;
import io.verbena.efa.SrdOptions;
import io.verbena.efa.SrdRing;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.SendOperation;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.SendRequests;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long runs of bytes, which channels write into the rings of their peers. */
@Timeout(60)
class SrdRingTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int RING = 20_001;
    private static final SrdOptions OPTIONS =
            SrdOptions.DEFAULTS.window(16).sends(32).maxLength(1000).rings(RING, 30_000);

    private final List<AutoCloseable> opened = new ArrayList<>();
    private EmbeddedFabric fabric;
    private SrdEndpoint client;
    private SrdEndpoint server;

    @BeforeEach
    void open() {
        fabric = EmbeddedFabric.open("fat-tree:2,2,1");
        client = SrdEndpoint.open(EfaDevice.of(context("host0")), 1, OPTIONS);
        server = SrdEndpoint.open(EfaDevice.of(context("host1")), 1, OPTIONS);
    }

    private Context context(String host) {
        Rdma rdma = Rdma.builder().driver(fabric.driver(host)).open();
        opened.add(rdma);
        return rdma.verbs("emb0");
    }

    @AfterEach
    void close() throws Exception {
        client.close();
        server.close();
        for (AutoCloseable each : opened) {
            each.close();
        }
        fabric.close();
    }

    private SrdChannel[] channels() {
        SrdChannel one = client.openChannel();
        SrdChannel other = server.openChannel();
        one.connect(other.address());
        other.connect(one.address());
        return new SrdChannel[] {one, other};
    }

    private static SrdMessage next(SrdChannel channel) {
        return Objects.requireNonNull(channel.take(LONG));
    }

    /** Takes the messages that have arrived, and appends their contents. */
    private static void drain(SrdChannel channel, ByteBuffer into) {
        for (SrdMessage message = channel.poll(); message != null; message = channel.poll()) {
            into.put(message.data());
            message.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void bytesArriveInOrderAsRunsAndMessages(int paths) {
        fabric.paths(paths, Duration.ofMillis(1), 1).pathLoss(0, 0.2);
        SrdChannel[] both = channels();
        byte[] bytes = new byte[300_000];
        new Random(1).nextBytes(bytes);
        ByteBuffer from = ByteBuffer.wrap(bytes);
        ByteBuffer into = ByteBuffer.allocate(bytes.length);
        Random lengths = new Random(2);

        while (into.hasRemaining()) {
            from.limit(Math.min(bytes.length, from.position() + lengths.nextInt(5000)));
            both[0].trySendAll(from);
            drain(both[1], into);
        }

        assertThat(into.array()).isEqualTo(bytes);
        assertThat(server.dropped()).isZero();
    }

    @Test
    void aRunTakesThePlaceOfManyMessages() {
        SrdChannel[] both = channels();
        ByteBuffer from = ByteBuffer.allocate(100_000);

        assertThat(both[0].trySendAll(from)).isEqualTo(RING / 2 * 2);
        assertThat(both[0].isSendable()).isFalse();
        assertThat(both[0].trySendAll(from)).isZero();
        assertThat(next(both[1]).data().remaining()).isEqualTo(RING / 2);
    }

    @Test
    void aRunThatIsKeptKeepsThoseAfterItInTheRing() {
        SrdChannel[] both = channels();
        both[0].trySendAll(ByteBuffer.allocate(100_000));
        SrdMessage first = next(both[1]);
        SrdMessage second = next(both[1]);

        second.close();
        assertThat(both[0].isSendable()).isFalse();
        first.close();
        assertThat(both[0].isSendable()).isTrue();
    }

    @Test
    void registeredMemoryIsWrittenWithoutACopy() {
        SrdChannel[] both = channels();
        ByteBuffer memory = ByteBuffer.allocateDirect(RING).putInt(0, 7).putInt(9_000, 8);
        try (MemoryRegion region = client.queuePair().domain().register(memory, AccessFlag.LOCAL_WRITE)) {
            AtomicInteger sent = new AtomicInteger();

            int count = both[0].trySendAll(region.address(), RING, region.localKey(), sent::incrementAndGet);

            assertThat(count).isEqualTo(RING / 2);
            try (SrdMessage run = next(both[1])) {
                assertThat(run.data().slice().getInt(0)).isEqualTo(7);
                assertThat(run.data().slice().getInt(9_000)).isEqualTo(8);
            }
            both[0].isSendable();
            assertThat(sent).hasValue(1);
        }
    }

    @Test
    void aPeerWithoutARingGetsMessages() {
        SrdEndpoint plain = SrdEndpoint.open(EfaDevice.of(context("host1")), 1, OPTIONS.rings(0, 0));
        try {
            SrdChannel one = client.openChannel();
            SrdChannel other = plain.openChannel();
            one.connect(other.address());
            other.connect(one.address());
            ByteBuffer into = ByteBuffer.allocate(8000);

            assertThat(one.trySendAll(ByteBuffer.allocate(8000))).isEqualTo(8000);
            drain(other, into);
            assertThat(into.hasRemaining()).isFalse();
            assertThat(other.trySendAll(ByteBuffer.allocate(8000))).isEqualTo(8000);
            drain(one, into.clear());
            assertThat(into.hasRemaining()).isFalse();
        } finally {
            plain.close();
        }
    }

    @Test
    void aRunForAChannelThatIsClosedEndsSending() {
        SrdChannel[] both = channels();
        both[1].abandon();

        both[0].trySendAll(ByteBuffer.allocate(5000));
        both[0].isSendable();

        assertThat(both[0].isPeerClosed()).isTrue();
        assertThat(both[0].failure()).isEmpty();
        assertThatExceptionOfType(SrdEndedException.class)
                .isThrownBy(() -> both[0].trySendAll(ByteBuffer.allocate(5000)))
                .withMessageContaining("the peer has closed");
    }

    @Test
    void runsLeaveNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        SrdChannel[] both = channels();
        ByteBuffer from = ByteBuffer.allocateDirect(6000);
        ByteBuffer into = ByteBuffer.allocateDirect(6000);
        exchange(both, from, into, 5000);
        long before = threads.getCurrentThreadAllocatedBytes();

        exchange(both, from, into, 5000);

        assertThat((threads.getCurrentThreadAllocatedBytes() - before) / 5000).isZero();
    }

    private static void exchange(SrdChannel[] both, ByteBuffer from, ByteBuffer into, int count) {
        for (int i = 0; i < count; i++) {
            from.clear();
            into.clear();
            while (into.hasRemaining()) {
                both[0].trySendAll(from);
                drain(both[1], into);
            }
        }
    }

    @Test
    void aRingHasASizeAndAnAddress() {
        assertThatIllegalArgumentException().isThrownBy(() -> new SrdRing(0, 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new SrdRing(4096, 1, SrdOptions.MIN_RING - 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new SrdRing(4096, 1, SrdOptions.MAX_RING + 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new SrdRing(4096, 1, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> new SrdRing(-1, 1, RING));
        assertThatIllegalArgumentException().isThrownBy(() -> new SrdRing(Long.MAX_VALUE, 1, RING));
        assertThatIllegalArgumentException().isThrownBy(() -> OPTIONS.rings(RING, 0));
    }

    // ---- hostile peers

    /** A queue pair that writes runs of its own. */
    private final class Writer implements AutoCloseable {
        private final Context context = context("host0");
        private final ProtectionDomain domain = context.protectionDomain();
        private final CompletionQueue queue = context.completionQueue(16);
        private final QueuePair pair = EfaDevice.of(context)
                .queuePair(domain)
                .operations(SendOperation.SEND, SendOperation.RDMA_WRITE_WITH_IMMEDIATE)
                .completions(queue)
                .create();
        private final ByteBuffer memory = ByteBuffer.allocateDirect(RING);
        private final MemoryRegion region = domain.register(memory, AccessFlag.LOCAL_WRITE);

        Writer() {
            pair.establish(QueuePairSetup.port(1).queueKey(1));
        }

        /** Returns an address at which the writer could be the peer of a channel. */
        SrdAddress address() {
            return new SrdAddress(
                    pair.number(),
                    1,
                    context.port(1).lid(),
                    client.openChannel().address().gid(),
                    0,
                    0,
                    16,
                    1000);
        }

        /** Writes a run at an offset of the ring of one channel, with the immediate data of another. */
        void write(SrdAddress to, int offset, int length, SrdAddress named, int sequence) {
            int immediate = (named.channel() << 20) | sequence;
            post(
                    to,
                    batch -> batch.writeImmediate(
                                    1, to.ring().address() + offset, to.ring().key(), immediate)
                            .segment(region, 0, length));
        }

        /** Sends a limit with a count of freed bytes. */
        void free(SrdAddress to, int freed) {
            memory.putInt(0, 0x56524253)
                    .put(4, (byte) 1)
                    .put(5, (byte) 1)
                    .putInt(8, to.channel())
                    .putInt(12, to.token())
                    .putInt(16, 0)
                    .putInt(20, 16)
                    .putInt(24, 0)
                    .putInt(28, freed);
            post(to, batch -> batch.send(1).segment(region, 0, 32));
        }

        private void post(SrdAddress to, UnaryOperator<SendRequests> request) {
            try (AddressHandle way = domain.addressHandle(to.vector(1, 0))) {
                pair.post(request.apply(pair.sendRequests(1)).to(way, to.queuePair(), to.queueKey()));
            }
        }

        @Override
        public void close() {
            domain.close();
            queue.close();
        }
    }

    private static void assertBroken(SrdChannel channel, String reason) {
        assertThatExceptionOfType(SrdEndedException.class)
                .isThrownBy(() -> {
                    for (SrdMessage each = channel.take(LONG); each != null; each = channel.take(LONG)) {
                        each.close();
                    }
                })
                .withStackTraceContaining("broke the protocol")
                .withStackTraceContaining(reason);
    }

    @Test
    void aRunForTheChannelOfAnotherPeerIsDropped() {
        SrdChannel[] both = channels();
        SrdChannel own = server.openChannel();
        try (Writer writer = new Writer()) {
            own.connect(writer.address());

            writer.write(own.address(), 0, 100, both[1].address(), 0);
            writer.write(own.address(), 0, 100, own.address(), 0);
            SrdAddress none = server.openChannel().address();
            writer.write(own.address(), 0, 0, none, 0);

            assertThat(next(own).data().remaining()).isEqualTo(100);
            assertThat(both[1].poll()).isNull();
            assertThat(server.dropped()).isEqualTo(2);
        }
        assertThat(both[0].trySendAll(ByteBuffer.allocate(5000))).isEqualTo(5000);
        assertThat(next(both[1]).data().hasRemaining()).isTrue();
    }

    @Test
    void aRunThatAnotherWroteBeforeTheConnectionEndsTheChannel() {
        SrdChannel channel = server.openChannel();
        SrdChannel peer = client.openChannel();
        try (Writer writer = new Writer()) {
            writer.write(channel.address(), 0, 100, channel.address(), 0);
            assertThat(channel.isSendable()).isFalse();

            channel.connect(peer.address());

            assertThat(channel.failure()).isPresent();
        }
    }

    @Test
    void aRunThatExceedsTheRoomEndsTheChannel() {
        SrdChannel channel = server.openChannel();
        try (Writer writer = new Writer()) {
            channel.connect(writer.address());

            writer.write(channel.address(), 0, RING, channel.address(), 0);
            writer.write(channel.address(), 0, 1, channel.address(), 1);

            assertBroken(channel, "exceeds the room in the ring");
        }
    }

    @Test
    void aRunThatCrossesTheEndOfTheRingEndsTheChannel() {
        SrdChannel channel = server.openChannel();
        try (Writer writer = new Writer()) {
            channel.connect(writer.address());

            writer.write(channel.address(), 0, RING - 10, channel.address(), 0);
            next(channel).close();
            writer.write(channel.address(), 0, 11, channel.address(), 1);

            assertBroken(channel, "crosses the end of the ring");
            assertThat(channel.isReady()).isFalse();
        }
    }

    @Test
    void aRunOutsideOfTheWindowEndsTheChannel() {
        SrdChannel channel = server.openChannel();
        try (Writer writer = new Writer()) {
            channel.connect(writer.address());

            writer.write(channel.address(), 0, 10, channel.address(), 16);

            assertBroken(channel, "outside of the window");
        }
    }

    @Test
    void aPeerThatFreesWhatItHasNotGotEndsTheChannel() {
        SrdChannel channel = server.openChannel();
        try (Writer writer = new Writer()) {
            SrdAddress address = writer.address();
            channel.connect(new SrdAddress(
                    address.queuePair(),
                    1,
                    address.lid(),
                    address.gid(),
                    0,
                    0,
                    16,
                    1000,
                    new SrdRing(4096, 1, SrdOptions.MIN_RING)));

            writer.free(channel.address(), 1);

            assertBroken(channel, "frees bytes that were not sent");
        }
    }
}
