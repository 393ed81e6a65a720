package io.verbena.contract.stream;

import static io.verbena.contract.stream.StreamPair.LONG;
import static io.verbena.contract.stream.StreamPair.random;
import static io.verbena.contract.stream.StreamPair.readFully;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.contract.cm.CmBed;
import io.verbena.error.SysException;
import io.verbena.stream.GatherList;
import io.verbena.stream.RdmaStream;
import io.verbena.stream.RdmaStreamServer;
import io.verbena.stream.StreamOption;
import io.verbena.stream.StreamPoller;
import io.verbena.stream.StreamReadiness;
import io.verbena.stream.StreamRequest;
import io.verbena.stream.StreamSettings;
import io.verbena.stream.Streams;
import io.verbena.verbs.MemoryRegion;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the support of streams for event loops: events of their own, requests to accept, and closing without waiting. */
@Timeout(120)
public abstract class StreamLoopContract {
    private static final Set<StreamReadiness> READABLE = Set.of(StreamReadiness.READABLE);

    private CmBed bed;
    private Streams near;
    private Streams far;
    private StreamPoller poller;
    private RdmaStreamServer listening;

    /** Two devices for the next test. */
    protected abstract CmBed bed();

    /** A part of the message of a refused connection. */
    protected String refusal() {
        return "no rsocket listens at this address";
    }

    /** Whether one message announces all registered memory of a call to the peer. */
    protected boolean announcesACallAtOnce() {
        return true;
    }

    @BeforeEach
    void open() {
        bed = bed();
        near = bed.streams().forEventLoop();
        far = bed.streams().forEventLoop();
        poller = far.poller();
        listening = near.listenForRequests(new InetSocketAddress(bed.server(), 0), StreamSettings.DEFAULTS, 32);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private CompletableFuture<RdmaStream> connecting() {
        return near.connectAsync(listening.localAddress(), StreamSettings.DEFAULTS, LONG);
    }

    private StreamRequest request() {
        try (StreamPoller requests = near.poller()) {
            requests.add(listening, READABLE);
            assertThat(requests.poll(LONG)).containsOnlyKeys(listening);
            StreamRequest request = listening.nextRequest();
            assertThat(request).isNotNull();
            return request;
        }
    }

    private RdmaStream accepted() {
        return far.acceptAsync(request(), StreamSettings.DEFAULTS).join();
    }

    @Test
    void anotherLoopAcceptsTheRequestOfAServer() {
        CompletableFuture<RdmaStream> connecting = connecting();
        RdmaStream server = accepted();
        RdmaStream client = connecting.join();
        poller.add(server, READABLE);

        client.write(random(5000, false));

        assertThat(poller.poll(LONG)).containsEntry(server, READABLE);
        assertThat(readFully(server, 5000, true)).isEqualTo(random(5000, true));
        assertThat(listening.nextRequest()).isNull();
        far.close();
        assertThat(server.isOpen()).isFalse();
        assertThat(client.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        assertThat(near.isOpen()).isTrue();
    }

    @Test
    void aRejectedRequestIsARefusedConnection() {
        CompletableFuture<RdmaStream> connecting = connecting();
        StreamRequest request = request();
        assertThat(request.localAddress()).isEqualTo(listening.localAddress());
        assertThat(((InetSocketAddress) request.peerAddress()).getPort()).isPositive();
        request.reject();

        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(connecting::join)
                .withMessageContaining(refusal());
    }

    @Test
    void aPollerFindsEachOfManyStreams() {
        List<RdmaStream> clients = new ArrayList<>();
        List<RdmaStream> servers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            CompletableFuture<RdmaStream> connecting = connecting();
            RdmaStream server = accepted();
            clients.add(connecting.join());
            servers.add(server);
            poller.add(server, READABLE);
        }
        assertThat(poller.poll(Duration.ofMillis(50))).isEmpty();

        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < clients.size(); i++) {
                clients.get(i).write(random(100 + i, false));
                assertThat(poller.poll(LONG)).containsOnlyKeys(servers.get(i));
                assertThat(readFully(servers.get(i), 100 + i, false)).isEqualTo(random(100 + i, false));
            }
        }
    }

    @Test
    void shortBuffersAreWrittenTogether() {
        CompletableFuture<RdmaStream> connecting = connecting();
        RdmaStream server = accepted();
        RdmaStream client = connecting.join();
        ByteBuffer all = random(3000, false);
        ByteBuffer[] parts = {all.slice(0, 10), all.slice(10, 0), all.slice(10, 1990), all.slice(2000, 1000)};

        assertThat(client.writeNow(parts, 0, 4)).isEqualTo(3000);

        assertThat(readFully(server, 3000, false)).isEqualTo(all);
        assertThat(client.writeNow(parts, 0, 0)).isZero();
    }

    @Test
    void registeredMemoryIsSentInPlaceAcrossTheReceiveBuffersOfThePeer() {
        CompletableFuture<RdmaStream> connecting = connecting();
        RdmaStream server = accepted();
        RdmaStream client = connecting.join();
        client.write(random(100, false));
        assertThat(readFully(server, 100, false)).isEqualTo(random(100, false));
        ByteBuffer memory = random(100_000, true);
        AtomicInteger sent = new AtomicInteger();
        try (MemoryRegion region = client.protectionDomain().register(memory.duplicate())) {
            GatherList list = new GatherList();
            list.add(region.address(), 30_000, region.localKey());
            list.add(region.address() + 30_000, 10, region.localKey());
            list.add(region.address() + 30_010, 69_990, region.localKey());
            assertThat(client.writeRegisteredNow(list, sent::incrementAndGet)).isEqualTo(100_000);
            assertThat(readFully(server, 100_000, true)).isEqualTo(random(100_000, true));
            poller.poll(Duration.ZERO);
            while (sent.get() == 0) {
                assertThat(client.available()).isZero();
            }
        }
        assertThat(sent).hasValue(1);
    }

    @Test
    void severalRegisteredBuffersAreSentByOneCall() {
        CompletableFuture<RdmaStream> connecting = connecting();
        RdmaStream server = accepted();
        RdmaStream client = connecting.join();
        poller.add(server, READABLE);
        ByteBuffer memory = random(40_000, true);
        AtomicInteger sent = new AtomicInteger();
        try (MemoryRegion region = client.protectionDomain().register(memory.duplicate())) {
            GatherList list = new GatherList();
            for (int at = 0; at < 40_000; at += 5_000) {
                list.add(region.address() + at, 5_000, region.localKey());
            }
            assertThat(client.writeRegisteredNow(list, sent::incrementAndGet)).isEqualTo(40_000);
            assertThat(poller.poll(LONG)).containsOnlyKeys(server);
            if (announcesACallAtOnce()) {
                assertThat(server.available()).isEqualTo(40_000);
            }
            assertThat(readFully(server, 40_000, true)).isEqualTo(random(40_000, true));
            while (sent.get() == 0) {
                assertThat(client.available()).isZero();
            }
        }
    }

    @Test
    void registeredMemoryArrivesInOrderWithFewRequestsAndShortBuffers() {
        StreamSettings tight = StreamSettings.DEFAULTS
                .with(StreamOption.SEND_REQUESTS, 16)
                .with(StreamOption.RECEIVE_REQUESTS, 16)
                .with(StreamOption.RECEIVE_BUFFER, 16 << 10);
        CompletableFuture<RdmaStream> connecting = near.connectAsync(listening.localAddress(), tight, LONG);
        RdmaStream server = far.acceptAsync(request(), tight).join();
        RdmaStream client = connecting.join();
        int length = 200_000;
        CompletableFuture<ByteBuffer> reading = CompletableFuture.supplyAsync(() -> readFully(server, length, true));
        Random pieces = new Random(7);
        AtomicInteger sent = new AtomicInteger();
        int calls = 0;
        try (MemoryRegion region = client.protectionDomain().register(random(length, true))) {
            GatherList list = new GatherList();
            for (int at = 0; at < length; ) {
                list.clear();
                for (int end = at; end < length && list.size() < 20; ) {
                    int piece = Math.min(1 + pieces.nextInt(3000), length - end);
                    list.add(region.address() + end, piece, region.localKey());
                    end += piece;
                }
                int posted = client.writeRegisteredNow(list, sent::incrementAndGet);
                at += posted;
                calls += posted > 0 ? 1 : 0;
            }
            assertThat(reading.join()).isEqualTo(random(length, true));
            while (sent.get() < calls) {
                assertThat(client.available()).isZero();
            }
        }
        assertThat(sent).hasValue(calls);
    }

    @Test
    void aPollerClosesAStreamAfterItsBytes() {
        CompletableFuture<RdmaStream> connecting = connecting();
        RdmaStream server = accepted();
        RdmaStream client = connecting.join();
        AtomicInteger freed = new AtomicInteger();
        server.write(random(60_000, false));

        assertThat(poller.close(server, LONG, freed::incrementAndGet)).isTrue();
        assertThat(poller.close(server, LONG, freed::incrementAndGet)).isFalse();

        assertThat(server.isOpen()).isFalse();
        assertThat(readFully(client, 60_000, false)).isEqualTo(random(60_000, false));
        assertThat(client.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        while (freed.get() == 0) {
            poller.poll(Duration.ofMillis(10));
        }
    }

    @Test
    void aCloseWithoutLingeringResetsTheConnection() {
        CompletableFuture<RdmaStream> connecting = connecting();
        RdmaStream server = accepted();
        RdmaStream client = connecting.join();
        AtomicInteger freed = new AtomicInteger();

        server.write(random(1000, false));
        poller.close(server, Duration.ZERO, freed::incrementAndGet);
        while (freed.get() == 0) {
            poller.poll(Duration.ofMillis(10));
        }

        assertThat(readFully(client, 1000, false)).isEqualTo(random(1000, false));
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.read(ByteBuffer.allocate(1)))
                .withMessageContaining("reset");
    }

    @Test
    void closingThePollerFreesTheStreamsThatItCloses() {
        CompletableFuture<RdmaStream> connecting = connecting();
        RdmaStream server = accepted();
        RdmaStream client = connecting.join();
        AtomicInteger freed = new AtomicInteger();
        server.write(random(1000, false));
        poller.close(server, LONG, freed::incrementAndGet);

        poller.close();

        assertThat(freed).hasValue(1);
        assertThat(readFully(client, 1000, false)).isEqualTo(random(1000, false));
    }
}
