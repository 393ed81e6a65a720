package io.verbena.contract.cm;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.cm.AddressInfo;
import io.verbena.cm.CmTimeoutException;
import io.verbena.cm.Endpoint;
import io.verbena.cm.EndpointServer;
import io.verbena.cm.Endpoints;
import io.verbena.cm.RejectedException;
import io.verbena.cm.UnresolvedAddressException;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.WorkCompletionException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections with all that they need, by calls that wait. */
@Timeout(120)
public abstract class EndpointContract {
    private static final Duration LONG = CmPeer.LONG;
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final int HALF = 64;

    private CmBed bed;
    private Endpoints endpoints;
    private EndpointServer listening;
    private Endpoint client;
    private final ByteBuffer clientMemory = ByteBuffer.allocateDirect(2 * HALF);
    private final ByteBuffer serverMemory = ByteBuffer.allocateDirect(2 * HALF);

    /** Two devices for the next test. */
    protected abstract CmBed bed();

    @BeforeEach
    void open() {
        bed = bed();
        endpoints = bed.rdma().endpoints();
        listening = endpoints.listen(bed.server(0), 4);
        client = endpoints.create(listening.localAddress(), LONG);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    /** Both sides have a receive into the first half of their memory. */
    private record Connected(Endpoint client, MemoryRegion clientRegion, Endpoint server, MemoryRegion serverRegion) {}

    private Connected connect() {
        MemoryRegion asking = client.register(clientMemory);
        client.receive(1, asking, 0, HALF);
        CompletableFuture<?> connected = CompletableFuture.supplyAsync(
                () -> client.connect(ConnectionParameters.DEFAULTS.privateData("May I?".getBytes(US_ASCII)), LONG));
        Endpoint server = listening.request(LONG);
        assertThat(US_ASCII.decode(server.privateData()).toString()).startsWith("May I?");
        MemoryRegion answering = server.register(serverMemory);
        server.receive(1, answering, 0, HALF);
        server.accept(LONG);
        connected.join();
        return new Connected(client, asking, server, answering);
    }

    @Test
    void messagesGoToAndFro() {
        Connected both = connect();
        clientMemory.putLong(HALF, 0x123456789abcdefL);

        client.send(2, both.clientRegion(), HALF, Long.BYTES);

        assertThat(client.sent(LONG).id()).isEqualTo(2);
        assertThat(both.server().received(LONG).byteLength()).isEqualTo(Long.BYTES);
        assertThat(serverMemory.getLong(0)).isEqualTo(0x123456789abcdefL);

        both.server().send(3, both.serverRegion(), 0, Long.BYTES);

        assertThat(both.server().sent(LONG).id()).isEqualTo(3);
        assertThat(client.received(LONG).id()).isEqualTo(1);
        assertThat(clientMemory.getLong(0)).isEqualTo(0x123456789abcdefL);
    }

    @Test
    void memoryOfTheOtherSideIsWrittenAndRead() {
        Connected both = connect();
        MemoryRegion there = both.serverRegion();
        clientMemory.putInt(HALF, 77);

        client.write(4, both.clientRegion(), HALF, Integer.BYTES, there.address() + HALF, there.remoteKey());
        assertThat(client.sent(LONG).opcode()).isEqualTo(WorkCompletionOpcode.RDMA_WRITE);
        client.read(5, both.clientRegion(), HALF + 8, Integer.BYTES, there.address() + HALF, there.remoteKey());
        assertThat(client.sent(LONG).id()).isEqualTo(5);

        assertThat(clientMemory.getInt(HALF + 8)).isEqualTo(77);
    }

    @Test
    void theEndOfTheOtherSideFlushesWhatIsPosted() {
        Connected both = connect();

        both.server().close();

        assertThatExceptionOfType(WorkCompletionException.class)
                .isThrownBy(() -> client.received(LONG))
                .satisfies(failure -> assertThat(failure.status()).isEqualTo(WorkCompletionStatus.FLUSHED));
        assertThat(client.disconnect(LONG).id()).isSameAs(client.id());
    }

    @Test
    void aRequestIsRejectedWithPrivateData() {
        CompletableFuture<?> connected = CompletableFuture.supplyAsync(() -> client.connect(LONG));
        Endpoint server = listening.request(LONG);

        server.reject("Sorry.".getBytes(US_ASCII));

        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(connected::join)
                .withCauseInstanceOf(RejectedException.class);
        assertThat(server.isClosed()).isTrue();
    }

    @Test
    void nobodyListens() {
        listening.close();

        assertThatExceptionOfType(RejectedException.class).isThrownBy(() -> client.connect(LONG));
        assertThatExceptionOfType(UnresolvedAddressException.class)
                .isThrownBy(() -> endpoints.create(new InetSocketAddress(bed.nobody(), 7471), Duration.ofSeconds(20)));
    }

    @Test
    void waitsEndInTime() {
        connect();

        assertThatExceptionOfType(CmTimeoutException.class).isThrownBy(() -> listening.request(SHORT));
        assertThatExceptionOfType(CmTimeoutException.class)
                .isThrownBy(() -> client.received(SHORT))
                .withMessageContainingAll(client.toString(), "a message took more than 50 ms");
        assertThatExceptionOfType(CmTimeoutException.class).isThrownBy(() -> client.sent(SHORT));
    }

    @Test
    void closingWakesWhoWaits() throws Exception {
        connect();
        CompletableFuture<?> received = CompletableFuture.supplyAsync(() -> client.received(LONG));
        CompletableFuture<?> asked = CompletableFuture.supplyAsync(() -> listening.request(LONG));
        Thread.sleep(SHORT.toMillis());

        client.close();
        listening.close();

        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(asked::join)
                .withCauseInstanceOf(ClosedObjectException.class);
        // The end of the connection may be reported before the end of the object.
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(received::join)
                .satisfies(failure -> assertThat(failure.getCause())
                        .isInstanceOfAny(ClosedObjectException.class, WorkCompletionException.class));
    }

    @Test
    void whatWasLookedUpIsConnectedTo() {
        InetSocketAddress server = listening.localAddress();
        AddressInfo found = bed.rdma()
                .connectionManager()
                .addressInfo(server.getAddress().getHostAddress(), "" + server.getPort(), PortSpace.TCP);

        try (Endpoint other = endpoints.create(found, new QueuePairCapacity(4, 4, 2, 2, 0), LONG)) {
            assertThat(other.id().peerAddress()).contains(server);
            assertThat(other.queuePair().domain()).isSameAs(client.queuePair().domain());
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> endpoints.create(new AddressInfo(server, null), QueuePairCapacity.SMALL, LONG))
                .withMessageContaining("has no destination");
        assertThatIllegalStateException()
                .isThrownBy(() -> client.accept(LONG))
                .withMessageContainingAll(client.toString(), "connect it");
    }

    @Test
    void whatIsClosedIsNamedInEveryCall() {
        MemoryRegion region = client.register(clientMemory);
        client.close();
        client.close();
        List<ThrowingCallable> calls = List.of(
                () -> client.connect(LONG),
                () -> client.accept(LONG),
                () -> client.reject(new byte[0]),
                () -> client.register(clientMemory),
                () -> client.receive(1, region, 0, 1),
                () -> client.send(1, region, 0, 1),
                () -> client.read(1, region, 0, 1, 0, 0),
                () -> client.write(1, region, 0, 1, 0, 0),
                () -> client.sent(LONG),
                () -> client.received(LONG),
                () -> client.disconnect(LONG));

        for (ThrowingCallable call : calls) {
            assertThatExceptionOfType(ClosedObjectException.class)
                    .isThrownBy(call)
                    .withMessage(client + " is closed");
        }
        listening.close();
        assertThatExceptionOfType(ClosedObjectException.class)
                .isThrownBy(() -> listening.request(LONG))
                .withMessage(listening + " is closed");
    }

    @Test
    void closingTheLibraryClosesAll() {
        Connected both = connect();

        bed.rdma().close();

        assertThat(both.server().isClosed()).isTrue();
        assertThat(client.isClosed()).isTrue();
        assertThat(client.queuePair().isClosed()).isTrue();
        assertThatExceptionOfType(ClosedObjectException.class)
                .isThrownBy(() -> endpoints.listen(bed.server(0), 1))
                .withMessage("Endpoints is closed");
    }
}
