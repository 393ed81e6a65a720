package io.verbena.contract.stream;

import static io.verbena.contract.stream.StreamPair.LONG;
import static io.verbena.contract.stream.StreamPair.random;
import static io.verbena.contract.stream.StreamPair.readFully;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbena.contract.cm.CmBed;
import io.verbena.error.SysException;
import io.verbena.stream.RdmaStream;
import io.verbena.stream.RdmaStreamServer;
import io.verbena.stream.StreamEnd;
import io.verbena.stream.StreamMapping;
import io.verbena.stream.StreamOption;
import io.verbena.stream.StreamPoller;
import io.verbena.stream.StreamReadiness;
import io.verbena.stream.StreamSettings;
import io.verbena.stream.StreamTimeoutException;
import io.verbena.stream.Streams;
import io.verbena.verbs.ClosedObjectException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams of bytes by addresses and ports. */
@Timeout(120)
public abstract class StreamContract {
    private static final Duration SHORT = Duration.ofMillis(50);

    private CmBed bed;
    private Streams streams;
    private RdmaStreamServer listening;
    private RdmaStream client;
    private RdmaStream server;

    /** Two devices for the next test. */
    protected abstract CmBed bed();

    /** A part of the message of a refused connection. */
    protected String refusal() {
        return "no rsocket listens at this address";
    }

    @BeforeEach
    void open() {
        bed = bed();
        streams = bed.streams();
        StreamPair pair = StreamPair.open(
                streams,
                new InetSocketAddress(bed.server(), 0),
                StreamSettings.DEFAULTS.with(StreamOption.MAPPINGS, 4));
        listening = pair.listening();
        client = pair.client();
        server = pair.server();
    }

    @AfterEach
    void close() {
        bed.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bytesGoToAndFro(boolean direct) {
        assertThat(client.write(random(1000, direct))).isEqualTo(1000);
        assertThat(readFully(server, 1000, direct)).isEqualTo(random(1000, direct));

        server.write(random(77, direct));

        assertThat(readFully(client, 77, direct)).isEqualTo(random(77, direct));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsLongerThanTheBuffersGoesWholeInBothDirectionsAtOnce(boolean direct) {
        int bytes = 2_000_001;
        CompletableFuture<ByteBuffer> read = CompletableFuture.supplyAsync(() -> readFully(server, bytes, direct));
        CompletableFuture<ByteBuffer> readBack = CompletableFuture.supplyAsync(() -> readFully(client, bytes, direct));
        CompletableFuture<Integer> written = CompletableFuture.supplyAsync(() -> server.write(random(bytes, direct)));

        client.write(random(bytes, direct));

        assertThat(read.join()).isEqualTo(random(bytes, direct));
        assertThat(written.join()).isEqualTo(bytes);
        assertThat(readBack.join()).isEqualTo(random(bytes, direct));
    }

    @Test
    void severalBuffersAreWrittenAndReadInTheirOrder() {
        ByteBuffer[] from = {random(10, false), ByteBuffer.allocate(0), random(1000, true), random(7, false)};
        assertThat(client.write(from, 1, 3)).isEqualTo(1007);
        assertThat(client.write(from)).isEqualTo(10);

        ByteBuffer[] into = {ByteBuffer.allocate(0), ByteBuffer.allocate(1000), ByteBuffer.allocateDirect(7)};
        long read = server.read(into);
        while (read < 1007) {
            read += server.read(into);
        }

        assertThat(into[1].flip()).isEqualTo(random(1000, false));
        assertThat(into[2].flip()).isEqualTo(random(7, false));
        assertThat(readFully(server, 10, false)).isEqualTo(random(10, false));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> client.write(from, 3, 2));
        client.endWriting();
        assertThat(server.read(new ByteBuffer[] {ByteBuffer.allocate(1), ByteBuffer.allocate(1)}))
                .isEqualTo(-1);
    }

    @Test
    void aStreamThatHasEndedWritingStillReads() {
        client.write(random(10, false));
        client.endWriting();

        assertThat(readFully(server, 10, false)).isEqualTo(random(10, false));
        assertThat(server.read(ByteBuffer.allocate(10))).isEqualTo(-1);
        server.write(random(20, false));
        assertThat(readFully(client, 20, false)).isEqualTo(random(20, false));
        assertThatIllegalStateException()
                .isThrownBy(() -> client.write(random(1, false)))
                .withMessage(client + " has ended writing; open another stream to write more");
    }

    @Test
    void writingEndsWhileAnotherThreadWaitsForBytes() throws Exception {
        CompletableFuture<ByteBuffer> read = CompletableFuture.supplyAsync(() -> readFully(client, 5, false));
        Thread.sleep(SHORT.toMillis());

        client.endWriting();

        assertThat(server.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        server.write(random(5, false));
        assertThat(read.join()).isEqualTo(random(5, false));
    }

    @Test
    void silenceEndsAReadInTimeAndNothingIsLostByIt() {
        for (int i = 0; i < 20; i++) {
            assertThatExceptionOfType(StreamTimeoutException.class)
                    .isThrownBy(() -> client.timeout(SHORT).read(ByteBuffer.allocate(1)))
                    .withMessageContainingAll(client.toString(), "bytes to read took more than 50 ms");
        }
        assertThat(listening.accept(SHORT)).isEmpty();

        server.write(random(9, false));

        assertThat(readFully(client.timeout(LONG), 9, false)).isEqualTo(random(9, false));
    }

    @Test
    void aWriteToAFullBufferTimesOutAndThePositionIsBehindTheWrittenBytes() {
        ByteBuffer data = random(8_000_000, true);

        assertThatExceptionOfType(StreamTimeoutException.class)
                .isThrownBy(() -> client.write(data, SHORT))
                .withMessageContaining("room to write");

        assertThat(data.position()).isPositive().isLessThan(data.limit());
        assertThat(readFully(server, data.position(), true))
                .isEqualTo(data.duplicate().flip());
    }

    @Test
    void whatIsThereIsReadWithoutWaiting() {
        assertThat(client.readNow(ByteBuffer.allocate(4))).isZero();
        assertThat(server.writeNow(random(4, false))).isEqualTo(4);

        assertThat(readFully(client, 4, false)).isEqualTo(random(4, false));
        server.endWriting();
        assertThat(client.read(ByteBuffer.allocate(4))).isEqualTo(-1);
        assertThat(client.readNow(ByteBuffer.allocate(4))).isEqualTo(-1);
    }

    @Test
    void aReaderGetsBytesWhereTheyLieAndAgainUntilItHasReadThem() {
        assertThat(client.readNow(bytes -> fail("no byte has arrived"))).isZero();
        assertThatExceptionOfType(StreamTimeoutException.class)
                .isThrownBy(() -> client.read(bytes -> fail("no byte has arrived"), SHORT));
        server.write(random(8, false));
        ByteBuffer expected = random(8, false);

        assertThat(client.read(bytes -> assertThat(bytes.getInt()).isEqualTo(expected.getInt()), LONG))
                .isEqualTo(4);
        assertThat(client.readNow(
                        bytes -> assertThat(bytes.getInt(bytes.position())).isEqualTo(expected.getInt(4))))
                .isZero();
        assertThat(readFully(client, 4, false)).isEqualTo(expected);

        server.endWriting();
        assertThat(client.read(bytes -> fail("writing has ended"), LONG)).isEqualTo(-1);
        assertThat(client.readNow(bytes -> fail("writing has ended"))).isEqualTo(-1);
    }

    @Test
    void aReaderGetsWhatIsLongerThanTheBuffersInParts() {
        int bytes = 2_000_001;
        ByteBuffer read = ByteBuffer.allocate(bytes);
        CompletableFuture<?> reading = CompletableFuture.runAsync(() -> {
            while (read.hasRemaining()) {
                assertThat(server.read(read::put, LONG)).isPositive();
            }
        });

        client.write(random(bytes, true));

        assertThat(reading).succeedsWithin(LONG);
        assertThat(read.flip()).isEqualTo(random(bytes, false));
    }

    @Test
    void aReaderThatFailsHasReadNothing() {
        server.write(random(4, false));
        List<Consumer<ByteBuffer>> failing = List.of(
                bytes -> {
                    bytes.get();
                    throw new IllegalStateException("the reader failed");
                },
                bytes -> bytes.limit(bytes.capacity()).position(bytes.capacity()),
                bytes -> client.readNow(ByteBuffer.allocate(1)),
                bytes -> client.read(read -> {}, LONG));

        for (Consumer<ByteBuffer> reader : failing) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> client.read(reader, LONG))
                    .withMessageContaining("reader");
        }

        assertThat(readFully(client, 4, false)).isEqualTo(random(4, false));
    }

    @Test
    void aReaderMayWriteToTheStreamAndCloseIt() {
        server.write(random(4, false));

        client.read(client::write, LONG);

        assertThat(readFully(server, 4, false)).isEqualTo(random(4, false));
        server.write(random(4, false));
        assertThat(client.read(
                        bytes -> {
                            client.close();
                            bytes.get();
                        },
                        LONG))
                .isEqualTo(1);
        assertThat(server.read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }

    @Test
    void closingWakesAReadingThread() throws Exception {
        CompletableFuture<Integer> read = CompletableFuture.supplyAsync(() -> client.read(ByteBuffer.allocate(1)));
        CompletableFuture<?> accepted = CompletableFuture.supplyAsync(() -> listening.accept(LONG));
        Thread.sleep(SHORT.toMillis());

        client.close();
        listening.close();

        for (CompletableFuture<?> waiting : List.of(read, accepted)) {
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(waiting::join)
                    .withCauseInstanceOf(ClosedObjectException.class);
        }
        assertThat(client.isOpen()).isFalse();
        assertThat(server.read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }

    @Test
    void theEndOfThePeerIsReported() {
        server.close();

        assertThat(client.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.write(random(1, false)))
                .withMessageContainingAll("rsend", "open another");
    }

    @Test
    void nobodyListens() {
        SocketAddress nowhere = listening.localAddress();
        listening.close();

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> streams.connect(nowhere, LONG))
                .withMessageContainingAll("rconnect", nowhere.toString(), refusal());
    }

    @Test
    void nobodyListensTwiceOnOnePort() {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> streams.listen(listening.localAddress(), 1).accept(SHORT))
                .withMessageContaining("another listens there");
    }

    @Test
    void bothSidesKnowTheAddresses() {
        assertThat(client.peerAddress()).isEqualTo(listening.localAddress());
        assertThat(server.localAddress()).isEqualTo(listening.localAddress());
        assertThat(server.peerAddress()).isEqualTo(client.localAddress());
        assertThat(client).hasToString("RdmaStream[" + client.localAddress() + " to " + client.peerAddress() + "]");
    }

    @Test
    void optionsAreSetAndRead() {
        client.option(StreamOption.NO_DELAY, 1);

        assertThat(client.option(StreamOption.NO_DELAY)).isEqualTo(1);
        assertThat(client.option(StreamOption.SEND_REQUESTS)).isPositive();
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.option(StreamOption.SEND_REQUESTS, 8))
                .withMessageContainingAll("rsetsockopt", "SEND_REQUESTS 8", "before it connects");
    }

    /** Whether memory can be mapped. */
    protected boolean maps() {
        return true;
    }

    @Test
    void theOtherSideWritesIntoMemoryThatIsMapped() {
        assumeTrue(maps(), "the streams have no mappings");
        ByteBuffer memory = ByteBuffer.allocateDirect(4096);
        try (StreamMapping mapping = server.map(memory, 10_000)) {
            server.write(random(1, false));
            readFully(client, 1, false);

            client.writeTo(random(3000, false), 10_500);
            client.write(random(1, false));
            readFully(server, 1, false);

            assertThat(memory.slice(500, 3000)).isEqualTo(random(3000, false));
            assertThat(mapping.length()).isEqualTo(4096);
            assertThatExceptionOfType(SysException.class)
                    .isThrownBy(() -> client.writeTo(random(1, false), 1))
                    .withMessageContainingAll("offset 1", "mapped nothing there");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.map(ByteBuffer.allocate(8), 0))
                .withMessageContaining("allocateDirect");
    }

    @Test
    void streamsWithoutMappingsSaySo() {
        assumeTrue(!maps(), "the streams have mappings");
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.map(ByteBuffer.allocateDirect(8), 0))
                .withMessageContainingAll("riomap", "EOPNOTSUPP", client.toString());
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.writeTo(random(1, false), 0))
                .withMessageContainingAll("riowrite", "EOPNOTSUPP", client.toString());
    }

    @Test
    void itIsAnInputStreamAndAnOutputStream() throws IOException {
        new PrintStream(client.output(), true, StandardCharsets.UTF_8).println("Is this a stream?");

        BufferedReader reader = new BufferedReader(new InputStreamReader(server.input(), StandardCharsets.UTF_8));
        assertThat(reader.readLine()).isEqualTo("Is this a stream?");
        assertThatExceptionOfType(SocketTimeoutException.class)
                .isThrownBy(() -> client.timeout(SHORT).input().read())
                .withCauseInstanceOf(StreamTimeoutException.class);
        client.close();
        assertThat(reader.readLine()).isNull();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> client.output().write(1))
                .withCauseInstanceOf(ClosedObjectException.class);
    }

    @Test
    void aPollerWaitsForManyStreams() {
        try (StreamPoller poller = streams.poller()) {
            poller.add(server, Set.of(StreamReadiness.READABLE));
            poller.add(listening, Set.of(StreamReadiness.READABLE));
            poller.add(client, Set.of(StreamReadiness.READABLE, StreamReadiness.WRITABLE));

            assertThat(poller.poll(LONG)).containsOnlyKeys(client);
            poller.add(client, Set.of(StreamReadiness.READABLE));
            assertThat(poller.poll(SHORT)).isEmpty();

            client.write(random(1, false));
            assertThat(poller.poll(LONG)).containsEntry(server, Set.of(StreamReadiness.READABLE));
            readFully(server, 1, false);

            CompletableFuture<RdmaStream> other =
                    CompletableFuture.supplyAsync(() -> streams.connect(listening.localAddress(), LONG));
            assertThat(poller.poll(LONG)).containsOnlyKeys(listening);
            assertThat(listening.accept(Duration.ZERO)).isPresent();
            other.join();

            client.close();
            assertThat(poller.poll(LONG).get(server)).contains(StreamReadiness.READABLE);
        }
    }

    @Test
    void aPollerIsWokenAndLetsStreamsClose() throws Exception {
        StreamPoller poller = streams.poller();
        poller.add(server, Set.of(StreamReadiness.READABLE));
        CompletableFuture<Map<StreamEnd, Set<StreamReadiness>>> polled =
                CompletableFuture.supplyAsync(() -> poller.poll(LONG));
        Thread.sleep(SHORT.toMillis());

        server.close();
        poller.wakeUp();

        assertThat(polled.join()).isEmpty();
        CompletableFuture<?> next = CompletableFuture.supplyAsync(() -> poller.poll(LONG));
        Thread.sleep(SHORT.toMillis());
        poller.close();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(next::join)
                .withCauseInstanceOf(ClosedObjectException.class);
    }

    @Test
    void whatIsClosedIsNamedInEveryCall() {
        StreamPoller poller = streams.poller();
        client.close();
        client.close();
        listening.close();
        List<ThrowingCallable> calls = List.of(
                () -> client.read(ByteBuffer.allocate(1)),
                () -> client.read(ByteBuffer.allocate(0)),
                () -> client.readNow(ByteBuffer.allocate(1)),
                () -> client.read(bytes -> {}, LONG),
                () -> client.readNow(bytes -> {}),
                () -> client.write(random(1, false)),
                () -> client.writeNow(random(1, false)),
                () -> client.writeTo(random(1, false), 0),
                () -> client.map(ByteBuffer.allocateDirect(1), 0),
                () -> client.option(StreamOption.NO_DELAY),
                () -> client.option(StreamOption.NO_DELAY, 1),
                () -> poller.add(client, Set.of()),
                client::endWriting,
                client::localAddress,
                client::peerAddress);

        for (ThrowingCallable call : calls) {
            assertThatExceptionOfType(ClosedObjectException.class)
                    .isThrownBy(call)
                    .withMessage(client + " is closed");
        }
        assertThatExceptionOfType(ClosedObjectException.class)
                .isThrownBy(() -> listening.accept(LONG))
                .withMessage(listening + " is closed");
    }

    @Test
    void closingTheLibraryClosesStreams() {
        StreamPoller poller = streams.poller();

        bed.close();

        assertThat(client.isOpen()).isFalse();
        assertThat(listening.isOpen()).isFalse();
        assertThatExceptionOfType(ClosedObjectException.class).isThrownBy(() -> poller.poll(LONG));
        assertThatExceptionOfType(ClosedObjectException.class)
                .isThrownBy(() -> streams.connect(new InetSocketAddress(bed.server(), 1), LONG))
                .withMessage("Streams is closed");
    }
}
