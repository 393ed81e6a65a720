package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.sun.management.ThreadMXBean;
import io.verbena.Rdma;
import io.verbena.efa.EfaDevice;
import io.verbena.efa.SrdAddress;
import io.verbena.efa.SrdChannel;
import io.verbena.efa.SrdEndedException;
import io.verbena.efa.SrdEndpoint;
import io.verbena.efa.SrdMessage;
import io.verbena.efa.SrdOptions;
import io.verbena.error.RdmaException;
import io.verbena.hca.AccessFlag;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ordered messages over scalable reliable datagrams of the embedded fabric. */
@Timeout(120)
class SrdChannelTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final SrdOptions OPTIONS =
            SrdOptions.DEFAULTS.window(16).sends(32).maxLength(1000).timeout(Duration.ofSeconds(5));

    private final List<AutoCloseable> opened = new ArrayList<>();
    private EmbeddedFabric fabric;
    private SrdEndpoint client;
    private SrdEndpoint server;

    /** The faults of the paths between the two hosts. */
    enum Weather {
        CALM,
        EIGHT_PATHS,
        ONE_PATH_LOSES_ALL,
        HALF_OF_THE_PATHS_LOSE_HALF,
        ALL_IS_LOST_OR_LATE;

        void apply(EmbeddedFabric fabric) {
            if (this != CALM) {
                fabric.paths(8, Duration.ofMillis(1), 4);
            }
            switch (this) {
                case ONE_PATH_LOSES_ALL -> fabric.pathLoss(3, 1);
                case HALF_OF_THE_PATHS_LOSE_HALF -> {
                    for (int path = 1; path < 8; path += 2) {
                        fabric.pathLoss(path, 0.5);
                    }
                }
                case ALL_IS_LOST_OR_LATE -> fabric.loss(0.1, 5).reorder(0.3, Duration.ofMillis(2), 6);
                default -> {
                    // Nothing is lost.
                }
            }
        }
    }

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

    /** Two connected channels, that of the client first. */
    private SrdChannel[] channels() {
        SrdChannel one = client.openChannel();
        SrdChannel other = server.openChannel();
        one.connect(other.address());
        other.connect(one.address());
        return new SrdChannel[] {one, other};
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String next(SrdChannel channel) {
        try (SrdMessage message = Objects.requireNonNull(channel.take(LONG))) {
            return StandardCharsets.UTF_8.decode(message.data()).toString();
        }
    }

    private static void sendAll(SrdChannel channel, int count) {
        ByteBuffer message = ByteBuffer.allocate(1000);
        for (int i = 0; i < count; i++) {
            message.clear().putInt(0, i).limit(4 + i % 997);
            assertThat(channel.send(message, LONG)).isTrue();
        }
    }

    private static void sendUntilItFails(SrdChannel channel) {
        while (channel.send(text("to nobody"), LONG)) {
            Thread.onSpinWait();
        }
    }

    private static void takeAll(SrdChannel channel, int count) {
        for (int i = 0; i < count; i++) {
            try (SrdMessage message = Objects.requireNonNull(channel.take(LONG))) {
                assertThat(message.data().getInt(0)).isEqualTo(i);
                assertThat(message.data().remaining()).isEqualTo(4 + i % 997);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void everythingArrivesInOrderInBothDirections(Weather weather) throws Exception {
        weather.apply(fabric);
        SrdChannel[] both = channels();
        int count = 1500;
        List<CompletableFuture<Void>> work = List.of(
                CompletableFuture.runAsync(() -> sendAll(both[0], count)),
                CompletableFuture.runAsync(() -> sendAll(both[1], count)),
                CompletableFuture.runAsync(() -> takeAll(both[0], count)),
                CompletableFuture.runAsync(() -> takeAll(both[1], count)));

        CompletableFuture.allOf(work.toArray(new CompletableFuture<?>[0])).get(100, TimeUnit.SECONDS);

        assertThat(client.dropped() + server.dropped()).isZero();
    }

    @Test
    void manyChannelsShareAQueuePair() {
        fabric.paths(8, Duration.ofMillis(1), 1);
        List<SrdChannel[]> all = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            all.add(channels());
        }
        for (int round = 0; round < 10; round++) {
            for (SrdChannel[] each : all) {
                assertThat(each[0].send(text(round + " of " + each[0]), LONG)).isTrue();
            }
        }
        for (int round = 0; round < 10; round++) {
            for (SrdChannel[] each : all) {
                assertThat(next(each[1])).isEqualTo(round + " of " + each[0]);
            }
        }
        assertThatIllegalStateException().isThrownBy(() -> client.openChannel()).withMessageContaining("16 channels");
    }

    @Test
    void aSenderWaitsUntilThePeerHasRoom() {
        SrdChannel[] both = channels();
        int sent = 0;
        while (both[0].trySend(text("message " + sent))) {
            sent++;
        }

        assertThat(sent).isEqualTo(OPTIONS.window());
        assertThat(both[0].send(text("too much"), Duration.ofMillis(20))).isFalse();
        for (int i = 0; i < OPTIONS.window() / 2; i++) {
            assertThat(next(both[1])).isEqualTo("message " + i);
        }
        assertThat(both[0].send(text("now there is room"), LONG)).isTrue();
    }

    @Test
    void messagesMayArriveBeforeTheChannelIsConnected() {
        SrdChannel one = client.openChannel();
        SrdChannel other = server.openChannel();
        one.connect(other.address());

        assertThat(one.send(text("early"), LONG)).isTrue();

        assertThat(next(other)).isEqualTo("early");
        assertThatIllegalStateException().isThrownBy(() -> other.trySend(text("to whom?")));
        other.connect(one.address());
        assertThat(other.send(text("late"), LONG)).isTrue();
        assertThat(next(one)).isEqualTo("late");
        assertThatIllegalStateException().isThrownBy(() -> other.connect(one.address()));
    }

    @Test
    void theEndComesAfterAllMessages() {
        fabric.paths(8, Duration.ofMillis(5), 1);
        SrdChannel[] both = channels();
        for (int i = 0; i < OPTIONS.window(); i++) {
            assertThat(both[0].trySend(text("message " + i))).isTrue();
        }

        both[0].close();

        for (int i = 0; i < OPTIONS.window(); i++) {
            assertThat(next(both[1])).isEqualTo("message " + i);
        }
        assertThatExceptionOfType(SrdEndedException.class)
                .isThrownBy(() -> both[1].take(LONG))
                .withMessageContaining("the peer has closed");
        assertThatExceptionOfType(SrdEndedException.class).isThrownBy(() -> both[0].trySend(text("late")));
        both[1].close();
        both[1].close();
    }

    @Test
    void aChannelThatHasEndedSendingStillReceives() {
        SrdChannel[] both = channels();
        assertThat(both[0].trySend(text("question"))).isTrue();
        assertThat(both[0].tryEndSending()).isTrue();

        assertThat(next(both[1])).isEqualTo("question");
        assertThatExceptionOfType(SrdEndedException.class).isThrownBy(() -> both[1].take(LONG));
        assertThat(both[1].isPeerClosed()).isFalse();
        assertThat(both[1].send(text("answer"), LONG)).isTrue();
        assertThat(next(both[0])).isEqualTo("answer");
        assertThatExceptionOfType(SrdEndedException.class)
                .isThrownBy(() -> both[0].trySend(text("more")))
                .withMessageContaining("has ended sending");

        both[0].close();

        assertThatExceptionOfType(SrdEndedException.class)
                .isThrownBy(() -> sendUntilItFails(both[1]))
                .withMessageContaining("the peer has closed");
    }

    @Test
    void severalBuffersAreSentAsMessagesOfTheMaximumLength() {
        SrdChannel[] both = channels();
        ByteBuffer[] parts = {text("a".repeat(700)), text(""), text("b".repeat(600)), text("c".repeat(1200))};

        assertThat(both[0].trySendAll(parts, 0, 4)).isEqualTo(2500);

        assertThat(next(both[1])).isEqualTo("a".repeat(700) + "b".repeat(300));
        assertThat(next(both[1])).isEqualTo("b".repeat(300) + "c".repeat(700));
        assertThat(both[1].availableBytes()).isEqualTo(500);
        assertThat(next(both[1])).isEqualTo("c".repeat(500));
        ByteBuffer more = ByteBuffer.allocate(100_000);
        assertThat(both[0].trySendAll(more)).isEqualTo(more.position()).isLessThan(100_000);
    }

    @Test
    void aChannelThatIsClosedMakesRoomForOthers() {
        for (int i = 0; i < 100; i++) {
            SrdChannel[] both = channels();
            assertThat(both[0].send(text("one"), LONG)).isTrue();
            assertThat(both[0].send(text("two"), LONG)).isTrue();
            assertThat(next(both[1])).isEqualTo("one");
            both[0].close();
            both[1].close();
        }
    }

    @Test
    void anEndpointThatIsClosedEndsItsChannels() {
        SrdChannel[] both = channels();
        CompletableFuture<@Nullable SrdMessage> waits = CompletableFuture.supplyAsync(() -> both[1].take(LONG));

        server.close();

        assertThat(waits).failsWithin(LONG).withThrowableThat().withCauseInstanceOf(SrdEndedException.class);
        both[1].close();
    }

    @Test
    void aChannelThatIsClosedEndsTheWaitsOfOtherThreads() {
        SrdChannel[] both = channels();
        CompletableFuture<@Nullable SrdMessage> waits = CompletableFuture.supplyAsync(() -> both[0].take(LONG));
        List<CompletableFuture<Void>> closes =
                List.of(CompletableFuture.runAsync(both[0]::close), CompletableFuture.runAsync(both[0]::close));

        assertThat(waits).failsWithin(LONG).withThrowableThat().withCauseInstanceOf(SrdEndedException.class);
        assertThat(closes).allSatisfy(close -> assertThat(close).succeedsWithin(LONG));
        assertThatExceptionOfType(SrdEndedException.class)
                .isThrownBy(() -> both[1].take(LONG))
                .withMessageContaining("the peer has closed");
    }

    @Test
    void aPeerThatIsGoneEndsTheChannelOfTheSender() {
        SrdChannel[] both = channels();
        server.close();

        assertThat(both[0].trySend(text("to nobody"))).isTrue();

        assertThatExceptionOfType(SrdEndedException.class).isThrownBy(() -> both[0].take(LONG));
        assertThatExceptionOfType(SrdEndedException.class).isThrownBy(() -> both[0].send(text("more"), LONG));
        both[0].close();
    }

    @Test
    void aMessageThatIsTooLongIsRefused() {
        SrdChannel[] both = channels();

        assertThat(both[0].maxLength()).isEqualTo(1000);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> both[0].trySend(ByteBuffer.allocate(1001)))
                .withMessageContaining("up to 1000");
        Context context = context("host0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SrdEndpoint.open(EfaDevice.of(context), 1, OPTIONS.maxLength(60_000)));
    }

    @Test
    void aStrangerIsDroppedAndALiarEndsTheChannel() throws Exception {
        SrdChannel channel = server.openChannel();
        try (Stranger stranger = new Stranger(context("host0"))) {
            SrdAddress to = channel.address();
            stranger.send(to, ByteBuffer.allocate(5));
            stranger.send(to, header(to, to.token() + 1, 0, 0));
            stranger.send(to, header(to, to.token(), 7, 0));
            assertThat(channel.poll()).isNull();
            assertThat(server.dropped()).isEqualTo(3);

            stranger.send(to, header(to, to.token(), 0, OPTIONS.window()));

            assertThatExceptionOfType(SrdEndedException.class)
                    .isThrownBy(() -> channel.take(LONG))
                    .withCauseInstanceOf(RdmaException.class)
                    .withStackTraceContaining("broke the protocol");
        }
        SrdChannel[] others = channels();
        assertThat(others[0].send(text("not affected"), LONG)).isTrue();
        assertThat(next(others[1])).isEqualTo("not affected");
    }

    /** Writes a header as the documentation of the channel has it. */
    private static ByteBuffer header(SrdAddress to, int token, int kind, int sequence) {
        return ByteBuffer.allocate(32)
                .putInt(0x56524253)
                .put((byte) 1)
                .put((byte) kind)
                .putShort((short) 0)
                .putInt(to.channel())
                .putInt(token)
                .putInt(sequence)
                .putInt(16)
                .putLong(0)
                .flip();
    }

    /** A queue pair that writes its own headers. */
    private static final class Stranger implements AutoCloseable {
        private final ProtectionDomain domain;
        private final CompletionQueue queue;
        private final QueuePair pair;
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(64);
        private final MemoryRegion region;

        Stranger(Context context) {
            EfaDevice device = EfaDevice.of(context);
            domain = context.protectionDomain();
            queue = context.completionQueue(16);
            pair = device.queuePair(domain).completions(queue).create();
            region = domain.register(buffer, AccessFlag.LOCAL_WRITE);
            pair.establish(QueuePairSetup.port(1).queueKey(1));
        }

        void send(SrdAddress to, ByteBuffer message) {
            buffer.put(0, message, message.position(), message.remaining());
            try (AddressHandle way = domain.addressHandle(to.vector(1, 0))) {
                pair.post(pair.sendRequests(1)
                        .send(1)
                        .segment(region, 0, message.remaining())
                        .to(way, to.queuePair(), to.queueKey()));
            }
        }

        @Override
        public void close() {
            domain.close();
            queue.close();
        }
    }

    @Test
    void messagesLeaveNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        SrdChannel[] both = channels();
        ByteBuffer message = ByteBuffer.allocateDirect(64);
        exchange(both, message, 5000);
        long before = threads.getCurrentThreadAllocatedBytes();

        exchange(both, message, 5000);

        assertThat((threads.getCurrentThreadAllocatedBytes() - before) / 5000).isZero();
    }

    private static void exchange(SrdChannel[] both, ByteBuffer message, int count) {
        for (int i = 0; i < count; i++) {
            if (!both[0].trySend(message)) {
                throw new AssertionError("no room for message " + i);
            }
            SrdMessage received = both[1].poll();
            if (received == null) {
                throw new AssertionError("message " + i + " did not arrive");
            }
            received.close();
        }
    }
}
