package io.verbena.contract.cm;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.cm.AddressInUseException;
import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.cm.CmTimeoutException;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.EventChannel;
import io.verbena.cm.RejectedException;
import io.verbena.cm.UnresolvedAddressException;
import io.verbena.error.Errno;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.CmEventType;
import io.verbena.hca.CmOption;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.iba.PathRecord;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkRequestException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections by addresses and ports. */
@Timeout(120)
public abstract class CmContract extends TwoIdentifiers {
    private static final Duration LONG = CmPeer.LONG;
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final ConnectionParameters PLAIN = ConnectionParameters.DEFAULTS;

    /** Both sides, connected; the private data of each reached the other. */
    private record Connected(CmPeer client, CmPeer server) {}

    private Connected connect() {
        client.resolve(listened(), LONG);
        CmPeer asking = new CmPeer(bed.rdma(), client, QueuePairType.RC);
        CompletableFuture<CmEvent> connected = client.connectAsync(PLAIN.privateData(bytes("May I?")));
        ConnectionRequest request = listening.request(LONG);
        assertThat(text(request.privateData())).isEqualTo("May I?");
        CmPeer answering = new CmPeer(bed.rdma(), request.id(), QueuePairType.RC);
        CompletableFuture<CmEvent> accepted = request.acceptAsync(PLAIN.privateData(bytes("Please.")));
        assertThat(text(joined(connected).privateData())).isEqualTo("Please.");
        assertThat(joined(accepted).type()).isEqualTo(CmEventType.ESTABLISHED);
        return new Connected(asking, answering);
    }

    private static <T> T joined(CompletableFuture<T> future) {
        return future.orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(US_ASCII);
    }

    /** InfiniBand fills private data up with zeros. */
    private static String text(ByteBuffer data) {
        return US_ASCII.decode(data).toString().replaceAll("\0+$", "");
    }

    @Test
    void messagesGoFromTheSideThatConnectsAndBack() {
        Connected both = connect();

        both.client().send(42);

        assertThat(both.client().next().status()).isEqualTo(WorkCompletionStatus.SUCCESS);
        assertThat(both.server().next().status()).isEqualTo(WorkCompletionStatus.SUCCESS);
        assertThat(both.server().buffer.get(0)).isEqualTo((byte) 42);

        both.server().send(43);

        assertThat(both.server().next().status()).isEqualTo(WorkCompletionStatus.SUCCESS);
        assertThat(both.client().next().status()).isEqualTo(WorkCompletionStatus.SUCCESS);
        assertThat(both.client().buffer.get(0)).isEqualTo((byte) 43);
    }

    @Test
    void theSideThatConnectsWritesToTheMemoryOfTheOtherAndReadsIt() {
        Connected both = connect();
        CmPeer client = both.client();
        ByteBuffer far = ByteBuffer.allocateDirect(CmPeer.BYTES);
        MemoryRegion open = both.server()
                .domain
                .register(far, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ);
        MemoryRegion sink = client.domain.register(
                client.buffer,
                AccessFlag.LOCAL_WRITE,
                AccessFlag.REMOTE_WRITE); // on iWARP, the peer answers a read with writes
        client.buffer.put(0, (byte) 42);

        client.pair.post(client.pair
                .sendRequests(1)
                .write(3, open.address() + 100, open.remoteKey())
                .segment(client.region, 0, 1));

        assertThat(client.next().check().opcode()).isEqualTo(WorkCompletionOpcode.RDMA_WRITE);

        client.pair.post(client.pair
                .sendRequests(1)
                .read(4, open.address() + 100, open.remoteKey())
                .segment(sink, 7, 1));

        assertThat(client.next().check().opcode()).isEqualTo(WorkCompletionOpcode.RDMA_READ);
        assertThat(client.buffer.get(7)).isEqualTo((byte) 42);
        assertThat(far.get(100)).isEqualTo((byte) 42);
    }

    @Test
    void aWriteThatDoesNotFitIntoTheSendQueueIsRefused() {
        Connected both = connect();
        CmPeer client = both.client();
        MemoryRegion open = both.server()
                .domain
                .register(ByteBuffer.allocateDirect(CmPeer.BYTES), AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
        int fitting = client.pair.capacity().sends();
        SendRequests batch = client.pair.sendRequests(4 * fitting);
        for (int i = 0; i < 4 * fitting; i++) {
            batch.write(i, open.address(), open.remoteKey())
                    .segment(client.region, 0, 1)
                    .unsignaled();
        }

        assertThatExceptionOfType(WorkRequestException.class)
                .isThrownBy(() -> client.pair.post(batch))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM))
                .satisfies(e -> assertThat(e.index()).isBetween(fitting, 4 * fitting - 1));
    }

    @Test
    void bothSidesKnowTheAddresses() {
        Connected both = connect();

        assertThat(client.peerAddress()).contains(listened());
        assertThat(both.server().id.localAddress()).contains(listened());
        assertThat(client.port()).isEqualTo(1);
        assertThat(both.server().id.peerAddress()).isEqualTo(client.localAddress());
    }

    @Test
    void theSideThatConnectedEndsIt() {
        Connected both = connect();

        client.disconnect(LONG);

        assertThat(joined(both.server().id.awaitDisconnectAsync()).type()).isEqualTo(CmEventType.DISCONNECTED);
        assertThat(both.client().next().status()).isEqualTo(WorkCompletionStatus.FLUSHED);
        assertThat(both.server().next().status()).isEqualTo(WorkCompletionStatus.FLUSHED);
    }

    @Test
    void theSideThatAcceptedEndsIt() {
        Connected both = connect();

        both.server().id.disconnect(LONG);

        assertThat(joined(client.awaitDisconnectAsync()).type()).isEqualTo(CmEventType.DISCONNECTED);
        assertThat(client.disconnect(LONG).type()).isEqualTo(CmEventType.DISCONNECTED);
    }

    @Test
    void closingAnIdentifierDisconnectsThePeer() {
        Connected both = connect();

        client.close();

        assertThat(joined(both.server().id.awaitDisconnectAsync()).type()).isEqualTo(CmEventType.DISCONNECTED);
    }

    @Test
    void aRequestIsRejectedWithPrivateData() {
        client.resolve(listened(), LONG);
        CmPeer asking = new CmPeer(bed.rdma(), client, QueuePairType.RC);
        CompletableFuture<CmEvent> connected = client.connectAsync(PLAIN);

        ConnectionRequest request = listening.request(LONG);
        request.reject(bytes("Sorry."));

        assertThat(connected)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOfSatisfying(RejectedException.class, rejected -> {
                    assertThat(rejected).hasMessageContaining(client.toString());
                    assertThat(text(rejected.privateData())).isEqualTo("Sorry.");
                });
        assertThat(request.id().isClosed()).isTrue();
        assertThat(asking.next().status()).isEqualTo(WorkCompletionStatus.FLUSHED);
    }

    @Test
    void nobodyListens() {
        InetSocketAddress nowhere = listened();
        listening.close();
        client.resolve(nowhere, LONG);
        CmPeer asking = new CmPeer(bed.rdma(), client, QueuePairType.RC);

        assertThatExceptionOfType(RejectedException.class).isThrownBy(() -> client.connect(PLAIN, LONG));
        assertThat(asking.pair.isClosed()).isFalse();
    }

    @Test
    void nobodyListensTwiceOnOnePort() {
        CmId second = channel.id(PortSpace.TCP);

        assertThatExceptionOfType(AddressInUseException.class)
                .isThrownBy(() -> {
                    second.bind(listened());
                    second.listen(1);
                })
                .withMessageContaining(Integer.toString(listened().getPort()));
    }

    @Test
    void anAddressThatNoDeviceReachesIsNotResolved() {
        InetSocketAddress nobody = new InetSocketAddress(bed.nobody(), 7471);

        assertThatExceptionOfType(UnresolvedAddressException.class)
                .isThrownBy(() -> client.resolve(nobody, Duration.ofSeconds(20)));
    }

    @Test
    void aNameWithoutAddressIsNotResolved() {
        InetSocketAddress nobody = InetSocketAddress.createUnresolved("no-such-host.invalid", 7471);

        assertThatExceptionOfType(UnresolvedAddressException.class)
                .isThrownBy(() -> client.resolve(nobody, LONG))
                .withMessageContaining("no-such-host.invalid");
        assertThatExceptionOfType(UnresolvedAddressException.class)
                .isThrownBy(() -> bed.rdma().connectionManager().addressInfo("300.1.1.1", "7471", PortSpace.TCP))
                .withMessageContaining("300.1.1.1");
    }

    @Test
    void anAddressIsLookedUp() {
        assertThat(bed.rdma()
                        .connectionManager()
                        .addressInfo(bed.server().getHostAddress(), "7471", PortSpace.TCP)
                        .destination())
                .isEqualTo(bed.server(7471));
    }

    @Test
    void requestsWaitInTheirOrder() {
        client.resolve(listened(), LONG);
        new CmPeer(bed.rdma(), client, QueuePairType.RC);
        CmId other = channel.id(PortSpace.TCP);
        other.resolve(listened(), LONG);
        new CmPeer(bed.rdma(), other, QueuePairType.RC);
        CompletableFuture<CmEvent> unused = client.connectAsync(PLAIN.privateData(bytes("1")));
        ConnectionRequest first = listening.request(LONG);
        CompletableFuture<CmEvent> unusedToo = other.connectAsync(PLAIN.privateData(bytes("2")));

        assertThat(text(first.privateData())).isEqualTo("1");
        assertThat(text(listening.request(LONG).privateData())).isEqualTo("2");
    }

    @Test
    void waitsEndInTime() {
        assertThatExceptionOfType(CmTimeoutException.class).isThrownBy(() -> listening.request(SHORT));

        client.resolve(listened(), LONG);
        new CmPeer(bed.rdma(), client, QueuePairType.RC);
        assertThatExceptionOfType(CmTimeoutException.class)
                .isThrownBy(() -> client.connect(PLAIN, SHORT))
                .withMessageContaining(client.toString());
    }

    @Test
    void oneStepIsTakenAtATime() {
        client.resolve(listened(), LONG);
        new CmPeer(bed.rdma(), client, QueuePairType.RC);
        CompletableFuture<CmEvent> unused = client.connectAsync(PLAIN);

        assertThatIllegalStateException()
                .isThrownBy(() -> client.connect(PLAIN, LONG))
                .withMessageContaining("earlier step");
    }

    @Test
    void aChannelThatIsClosedHasClosedItsIdentifiers() {
        for (int i = 0; i < 200; i++) {
            EventChannel closing = bed.rdma().connectionManager().eventChannel();
            List<CmId> ids =
                    Stream.generate(() -> closing.id(PortSpace.TCP)).limit(20).toList();

            closing.close();

            assertThat(ids).allMatch(CmId::isClosed);
        }
    }

    @Test
    void closingWakesThoseWhoWait() {
        CompletableFuture<ConnectionRequest> request = listening.requestAsync();
        client.resolve(listened(), LONG);
        new CmPeer(bed.rdma(), client, QueuePairType.RC);
        CompletableFuture<CmEvent> connected = client.connectAsync(PLAIN);
        joined(request);
        CompletableFuture<ConnectionRequest> next = listening.requestAsync();

        channel.close();

        for (CompletableFuture<?> waiting : List.of(next, connected, client.awaitDisconnectAsync())) {
            assertThat(waiting)
                    .failsWithin(LONG)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(ClosedObjectException.class);
        }
        assertThat(joined(request).id().isClosed()).isTrue();
    }

    @Test
    void whatIsClosedIsNamedInEveryCall() {
        client.resolve(listened(), LONG);
        CmPeer peer = new CmPeer(bed.rdma(), client, QueuePairType.RC);
        client.close();
        client.close();
        List<ThrowingCallable> calls = List.of(
                () -> client.bind(bed.server(0)),
                () -> client.listen(1),
                () -> client.resolve(bed.server(1), LONG),
                () -> client.use(peer.pair),
                () -> client.connect(PLAIN, LONG),
                () -> client.disconnect(LONG),
                client::establish,
                () -> client.option(CmOption.TYPE_OF_SERVICE, 1),
                () -> client.queuePairAttributes(QueuePairState.INIT),
                () -> client.migrate(channel),
                () -> client.routeAsync(new PathRecord()),
                () -> client.enhancedConnection(new EnhancedConnection(0, 0)),
                client::peerEnhancedConnection,
                client::device,
                client::localAddress);

        for (ThrowingCallable call : calls) {
            assertThatExceptionOfType(ClosedObjectException.class)
                    .isThrownBy(call)
                    .withMessage(client + " is closed");
        }
        channel.close();
        assertThatExceptionOfType(ClosedObjectException.class).isThrownBy(() -> channel.id(PortSpace.TCP));
    }

    @Test
    void closingTheLibraryClosesAll() {
        Connected both = connect();

        bed.rdma().close();

        assertThat(both.server().id.isClosed()).isTrue();
        assertThat(client.isClosed()).isTrue();
        assertThat(channel.isClosed()).isTrue();
        assertThat(both.client().pair.isClosed()).isTrue();
    }

    @Test
    void anIdentifierMovesToAnotherChannel() {
        EventChannel other = bed.rdma().connectionManager().eventChannel();
        List<CmEventType> told = new CopyOnWriteArrayList<>();
        other.listener(event -> told.add(event.type()));

        client.migrate(other);
        channel.listener(event -> assertThat(event.id()).isNotSameAs(client));
        client.resolve(listened(), LONG);

        assertThat(client.channel()).isSameAs(other);
        assertThat(told).startsWith(CmEventType.ADDRESS_RESOLVED);
        other.close();
        assertThat(client.isClosed()).isTrue();
        assertThat(listening.isClosed()).isFalse();
    }

    @Test
    void anIdentifierIsClosedByTheListener() {
        CompletableFuture<CmEventType> closed = new CompletableFuture<>();
        channel.listener(event -> {
            event.id().close();
            closed.complete(event.type());
        });
        CompletableFuture<CmEvent> unused = client.resolveAddressAsync(null, listened(), LONG);

        assertThat(joined(closed)).isEqualTo(CmEventType.ADDRESS_RESOLVED);
        assertThat(client.isClosed()).isTrue();
    }

    @Test
    void aChannelIsClosedByItsListener() {
        channel.listener(event -> channel.close());
        CompletableFuture<CmEvent> ended = client.awaitDisconnectAsync();
        CompletableFuture<CmEvent> unused = client.resolveAddressAsync(null, listened(), LONG);

        assertThat(ended).failsWithin(LONG);
        assertThat(channel.isClosed()).isTrue();
    }

    @Test
    void optionsAreSet() {
        CmId own = channel.id(PortSpace.TCP);

        own.option(CmOption.REUSE_ADDRESS, 1)
                .option(CmOption.TYPE_OF_SERVICE, 4)
                .option(CmOption.ACKNOWLEDGE_TIMEOUT, 14);
        own.bind(bed.server(0));

        assertThat(own.localAddress().orElseThrow().getPort()).isPositive();
    }

    @Test
    void theQueuePairOfAnotherDeviceIsRefused() {
        client.resolve(listened(), LONG);
        CmPeer mine = new CmPeer(bed.rdma(), client, QueuePairType.RC);
        CmId unbound = channel.id(PortSpace.TCP);

        assertThatIllegalStateException()
                .isThrownBy(() -> unbound.use(mine.pair))
                .withMessageContaining("no device");
        CmId datagrams = channel.id(PortSpace.UDP);
        datagrams.bind(new InetSocketAddress(client.localAddress().orElseThrow().getAddress(), 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> datagrams.use(mine.pair))
                .withMessageContaining("UDP");
    }
}
