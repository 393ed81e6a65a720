package io.verbena.contract.removal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.cm.AddressInfo;
import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.Endpoint;
import io.verbena.cm.EndpointServer;
import io.verbena.cm.EventChannel;
import io.verbena.connection.ConnectionGroup;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.device.NoSuchDeviceException;
import io.verbena.error.DeviceRemovedException;
import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.CmEventType;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.CompletionReader;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.WorkCompletion;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A device is removed while it is used: by verbs, and by the connection manager. */
@Timeout(120)
public abstract class RemovalContract {
    private static final Duration LONG = Duration.ofSeconds(60);

    private RemovalBed bed;
    private Rdma rdma;

    /** Two devices, neither of which is open. */
    protected abstract RemovalBed bed();

    @BeforeEach
    void open() {
        bed = bed();
        rdma = bed.removable();
    }

    @AfterEach
    void close() {
        if (bed != null) {
            bed.close();
        }
    }

    /** Returns the failure of a future, within the time limit for noticing a removal. */
    private static RdmaException failure(CompletableFuture<?> future) throws Exception {
        try {
            throw new AssertionError("not failed, but " + future.get(20, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            return FutureErrors.cause(e);
        }
    }

    private void assertRemoved(CompletableFuture<?> future) throws Exception {
        assertThat(failure(future))
                .isInstanceOfSatisfying(
                        DeviceRemovedException.class,
                        e -> assertThat(e.device()).isEqualTo(bed.device()));
    }

    private void assertRemoved(Runnable call) {
        assertThatExceptionOfType(DeviceRemovedException.class)
                .isThrownBy(call::run)
                .satisfies(e -> assertThat(e.device()).isEqualTo(bed.device()));
    }

    @Test
    void whatWaitsForTheDeviceEndsWithItsRemovalAndSoDoesEveryLaterCall() throws Exception {
        Context context = rdma.verbs(bed.device());
        ProtectionDomain domain = context.protectionDomain();
        CompletionChannel channel = context.completionChannel();
        CompletionQueue queue = context.completionQueue(16, channel, 0);
        CompletionQueue read = context.completionQueue(16, channel, 0);
        MemoryRegion region = domain.register(ByteBuffer.allocateDirect(8192), AccessFlag.LOCAL_WRITE);
        QueuePair pair = domain.queuePair(QueuePairType.RC).completions(queue).create();
        CompletableFuture<RdmaException> informed = new CompletableFuture<>();
        pair.onFailure(informed::complete);
        CompletableFuture<Integer> waiter = CompletableFuture.supplyAsync(() -> queue.await(queue.batch(4), LONG));
        CompletionReader reader = CompletionReader.of(read);
        CompletableFuture<WorkCompletion> expected = reader.expect().future();

        bed.remove();

        assertRemoved(waiter);
        assertRemoved(expected);
        assertThat(informed.get(20, TimeUnit.SECONDS)).isInstanceOf(DeviceRemovedException.class);
        for (Runnable call : List.<Runnable>of(
                context::properties,
                context::protectionDomain,
                () -> domain.register(ByteBuffer.allocateDirect(64)),
                () -> queue.poll(queue.batch(1)),
                () -> queue.await(queue.batch(1), LONG),
                () -> pair.post(pair.receiveRequests(1).receive(1).segment(region, 0, 64)),
                pair::state,
                reader::expect,
                () -> region.advise(io.verbena.hca.MemoryAdvice.PREFETCH, 0, 64))) {
            assertRemoved(call);
        }
        assertThat(context.awaitEvent(Duration.ZERO))
                .hasValueSatisfying(event -> assertThat(event.type()).isEqualTo(AsyncEventType.DEVICE_FATAL));
        assertRemoved(() -> context.awaitEvent(LONG));
        for (AutoCloseable object : List.of(reader, region, pair, queue, channel, domain, context, context)) {
            assertThatCode(object::close).doesNotThrowAnyException();
        }
        assertThat(context.isDestroyed()).isTrue();
    }

    @Test
    void aRemovedDeviceIsNotListedAndCannotBeOpenedUntilItIsBack() {
        Context before = rdma.verbs(bed.device());
        before.protectionDomain();

        bed.remove();

        assertThat(rdma.verbsDevices()).doesNotContain(bed.device());
        assertThat(rdma.devices()).extracting(Object::toString).doesNotContain(bed.device());
        assertThatExceptionOfType(NoSuchDeviceException.class).isThrownBy(() -> rdma.verbs(bed.device()));
        assertThatExceptionOfType(NoSuchDeviceException.class).isThrownBy(() -> rdma.device(bed.device()));

        bed.restore();

        assertThat(rdma.verbsDevices()).contains(bed.device());
        assertThat(rdma.device(bed.device()).endPorts()).isNotEmpty();
        try (Context again = rdma.verbs(bed.device())) {
            assertThat(again.protectionDomain()
                            .register(ByteBuffer.allocateDirect(64))
                            .length())
                    .isEqualTo(64);
        }
        assertRemoved(before::properties);
    }

    @Test
    void identifiersOfTheDeviceEndWithItsRemoval() throws Exception {
        try (EventChannel events = rdma.connectionManager().eventChannel()) {
            CmId listener = events.id(PortSpace.TCP);
            listener.bind(new InetSocketAddress(bed.address(), 0));
            listener.listen(4);
            CompletableFuture<ConnectionRequest> request = listener.requestAsync();

            bed.remove();

            assertRemoved(request);
            assertRemoved(() -> listener.listen(4));
            assertRemoved(listener.requestAsync());
            assertRemoved(listener.awaitDisconnectAsync());
            assertRemoved(listener::port);
            assertThat(listener.isClosed()).isTrue();
            listener.close();
            assertThat(events.isClosed()).isFalse();
        }
    }

    @Test
    void connectionsEndWithTheDeviceAndTheirServerAndGroupCanBeClosed() throws Exception {
        List<Throwable> uncaught = new CopyOnWriteArrayList<>();
        Thread.UncaughtExceptionHandler earlier = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
        try {
            ConnectionOptions options = ConnectionOptions.DEFAULTS.timeout(LONG);
            RdmaServer server = rdma.listen(new InetSocketAddress(bed.address(), 0), options);
            CompletableFuture<RdmaConnection> connecting = bed.other().connectAsync(server.address(), options);
            RdmaConnection accepted = server.accept(LONG);
            RdmaConnection client = connecting.get(60, TimeUnit.SECONDS);
            ConnectionGroup group = rdma.connectionGroup(bed.device());
            LocalBuffer shared = group.allocate(64);
            CompletableFuture<Integer> received = accepted.receiveAsync(accepted.allocate(64), 0, 64);
            CompletableFuture<RdmaConnection> next = server.acceptAsync();
            boolean bothEndsAreRemoved = accepted.peerAddress().getAddress().equals(bed.address());

            bed.remove();

            RdmaException failure = failure(received);
            accepted.awaitDisconnect(LONG);
            assertThat(accepted.endCause()).isPresent();
            if (!bothEndsAreRemoved) {
                // Otherwise one end may disconnect from the other before that sees the removal.
                assertThat(failure).hasMessageContaining("device " + bed.device() + " was removed");
                assertThat(accepted.endCause().orElseThrow()).hasCauseInstanceOf(DeviceRemovedException.class);
            }
            for (AutoCloseable object : List.of(shared, group, group, server, server, accepted)) {
                assertThatCode(object::close).as("the close of %s", object).doesNotThrowAnyException();
            }
            assertThat(failure(next)).isInstanceOfAny(DeviceRemovedException.class, ClosedObjectException.class);
            assertThat(shared.isClosed()).isTrue();
            assertThat(accepted.queuePair().isDestroyed()).isTrue();
            client.close();
            assertThat(uncaught)
                    .as("reported to the handler of uncaught exceptions")
                    .isEmpty();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(earlier);
        }
        bed.restore();
    }

    @Test
    void endpointsEndWithTheDeviceAndAreServedAgainWhenItIsBack() throws Exception {
        for (int time = 0; time < 2; time++) {
            int port;
            Endpoint[] ends;
            CompletableFuture<WorkCompletion> received;
            try (EndpointServer server = rdma.endpoints().listen(new InetSocketAddress(bed.address(), 0), 4)) {
                port = server.localAddress().getPort();
                ends = connected(server, new InetSocketAddress(bed.address(), port));
            }
            exchange(ends[0], ends[1]);
            received = CompletableFuture.supplyAsync(() -> ends[1].received(LONG));

            bed.remove();

            assertRemoved(received);
            assertRemoved(ends[1].id().awaitDisconnectAsync());
            assertRemoved(() -> ends[1].received(LONG));
            if (bed.tellsPeers()) {
                assertThat(ends[0].id()
                                .awaitDisconnectAsync()
                                .get(60, TimeUnit.SECONDS)
                                .type())
                        .as("the event at the peer of the removed device")
                        .isEqualTo(CmEventType.DISCONNECTED);
            }
            ends[0].close();
            ends[1].close();
            ends[1].close();
            bed.restore();
        }
    }

    private Endpoint[] connected(EndpointServer server, InetSocketAddress address) throws Exception {
        CompletableFuture<Endpoint> accepting = CompletableFuture.supplyAsync(() -> {
            Endpoint asked = server.request(LONG);
            MemoryRegion region = asked.register(ByteBuffer.allocateDirect(64));
            asked.receive(1, region, 0, 64);
            asked.accept(LONG);
            return asked;
        });
        // The address of the removed device may be reached from that device itself.
        AddressInfo way = new AddressInfo(new InetSocketAddress(bed.otherAddress(), 0), address);
        Endpoint client = bed.other().endpoints().create(way, QueuePairCapacity.SMALL, LONG);
        client.connect(LONG);
        return new Endpoint[] {client, accepting.get(60, TimeUnit.SECONDS)};
    }

    private static void exchange(Endpoint client, Endpoint server) {
        client.send(7, client.register(ByteBuffer.allocateDirect(64)), 0, 64);
        client.sent(LONG).check();
        assertThat(server.received(LONG).check().byteLength()).isEqualTo(64);
    }
}
