package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;
import static io.verbena.contract.connection.Both.SHORT;
import static io.verbena.contract.connection.Both.bytes;
import static io.verbena.contract.connection.Both.joined;
import static io.verbena.contract.connection.Both.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.cm.AddressInUseException;
import io.verbena.cm.UnresolvedAddressException;
import io.verbena.connection.ConnectionEndedException;
import io.verbena.connection.ConnectionException;
import io.verbena.connection.ConnectionGroup;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.ConnectionTimeoutException;
import io.verbena.connection.IncomingConnection;
import io.verbena.connection.Queue;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.connection.RejectedConnectionException;
import io.verbena.connection.Signaling;
import io.verbena.contract.cm.CmBed;
import io.verbena.error.RdmaException;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.InterruptedWaitException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How connections begin and end. */
@Timeout(120)
public abstract class SetupContract {
    private static final ConnectionOptions OPTIONS = ConnectionOptions.DEFAULTS.timeout(LONG);
    private static final Duration A_WHILE = Duration.ofSeconds(10);

    private CmBed bed;
    private RdmaServer server;

    /** Two devices for the next test. */
    protected abstract CmBed bed();

    @BeforeEach
    void open() {
        bed = bed();
        server = bed.rdma().listen(new InetSocketAddress(bed.server(), 0), OPTIONS.privateData(bytes("Please.")));
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private CompletableFuture<RdmaConnection> connecting(String privateData) {
        return bed.rdma().connectAsync(server.address(), OPTIONS.privateData(bytes(privateData)));
    }

    @Test
    void bothSidesReceiveTheExactPrivateData() {
        CompletableFuture<RdmaConnection> connecting = connecting("May I?");
        IncomingConnection asking = server.request(LONG);
        assertThat(text(asking.privateData())).isEqualTo("May I?");

        RdmaConnection accepted = asking.accept();

        RdmaConnection client = joined(connecting);
        assertThat(text(accepted.privateData())).isEqualTo("May I?");
        assertThat(text(client.privateData())).isEqualTo("Please.");
        assertThat(client.peerAddress()).isEqualTo(server.address());
        assertThat(accepted.peerAddress()).isEqualTo(client.localAddress());
        assertThat(client)
                .asString()
                .startsWith("RdmaConnection[")
                .contains(server.address().toString());
    }

    @Test
    void aRejectionHasTheExactPrivateData() {
        CompletableFuture<RdmaConnection> connecting = connecting("May I?");

        IncomingConnection asking = server.request(LONG);
        asking.reject(bytes("Sorry."));

        assertThat(connecting)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOfSatisfying(RejectedConnectionException.class, rejected -> {
                    assertThat(text(rejected.privateData())).isEqualTo("Sorry.");
                    assertThat(rejected).hasMessageContaining("the program there rejects it");
                    assertThat(rejected).hasMessageContaining(server.address().toString());
                });
        assertThatIllegalStateException().isThrownBy(asking::accept);
    }

    @Test
    void aRejectionDoesNotStopTheServer() {
        CompletableFuture<RdmaConnection> first = connecting("1");
        server.request(LONG).reject(new byte[0]);
        assertThat(first).failsWithin(LONG);

        CompletableFuture<RdmaConnection> second = connecting("2");

        assertThat(server.accept(LONG).isOpen()).isTrue();
        assertThat(joined(second).isOpen()).isTrue();
    }

    @Test
    void manyAreConnectedAtOnce() {
        List<CompletableFuture<RdmaConnection>> connecting = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            connecting.add(connecting("c" + i));
        }

        List<String> names = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            names.add(text(server.accept(LONG).privateData()));
        }

        assertThat(names).containsExactlyInAnyOrder("c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7");
        assertThat(connecting)
                .allSatisfy(each -> assertThat(joined(each).isOpen()).isTrue());
    }

    @Test
    void nobodyListens() {
        InetSocketAddress nowhere = server.address();
        server.close();

        assertThatExceptionOfType(RejectedConnectionException.class)
                .isThrownBy(() -> bed.rdma().connect(nowhere, OPTIONS))
                .withMessageContaining(nowhere.toString())
                .withMessageContaining("listen");
    }

    @Test
    void anAddressHasOneServer() {
        assertThatExceptionOfType(AddressInUseException.class)
                .isThrownBy(() -> bed.rdma().listen(server.address()))
                .withMessageContaining(Integer.toString(server.address().getPort()));
    }

    @Test
    void aNameWithoutAddressIsRefused() {
        InetSocketAddress nobody = InetSocketAddress.createUnresolved("no-such-host.invalid", 7471);

        assertThatExceptionOfType(UnresolvedAddressException.class)
                .isThrownBy(() -> bed.rdma().connect(nobody))
                .withMessageContaining("no-such-host.invalid");
        assertThatExceptionOfType(ConnectionException.class)
                .isThrownBy(() -> bed.rdma().listen(nobody))
                .withMessageContaining("no-such-host.invalid");
    }

    @Test
    void aServerThatDoesNotAnswerIsGivenUp() {
        assertThatExceptionOfType(ConnectionTimeoutException.class)
                .isThrownBy(() -> bed.rdma().connect(server.address(), OPTIONS.timeout(Duration.ofSeconds(1))))
                .withMessageContaining(server.address().toString())
                .withMessageContaining("1000 ms");
    }

    @Test
    void waitingForARequestTimesOut() {
        assertThatExceptionOfType(ConnectionTimeoutException.class)
                .isThrownBy(() -> server.request(SHORT))
                .withMessageContaining("RdmaServer[");
        assertThatExceptionOfType(ConnectionTimeoutException.class).isThrownBy(() -> server.accept(SHORT));
    }

    @Test
    void privateDataThatDoNotFitAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bed.rdma().connect(server.address(), OPTIONS.privateData(new byte[41])))
                .withMessageContaining("41")
                .withMessageContaining("40");
        assertThatIllegalArgumentException().isThrownBy(() -> OPTIONS.privateData(new byte[181]));
    }

    @Test
    void eitherSideEndsIt() {
        try (Both both = new Both(bed)) {
            CountDownLatch told = new CountDownLatch(1);
            both.accepted.onDisconnect(told::countDown);

            both.client.disconnect(LONG);
            both.accepted.awaitDisconnect(LONG);

            assertThat(both.accepted.isOpen()).isFalse();
            assertThat(await(told)).isTrue();
            assertThatExceptionOfType(ConnectionEndedException.class)
                    .isThrownBy(() -> both.accepted.awaitAdvertisement(LONG))
                    .withMessageContaining(both.accepted.toString());
        }
    }

    @Test
    void closingDisconnectsThePeer() {
        try (Both both = new Both(bed)) {
            both.accepted.close();

            both.client.awaitDisconnect(LONG);
        }
    }

    @Test
    void closingWakesWaitingThreadsAndNamesTheConnection() {
        try (Both both = new Both(bed)) {
            CompletableFuture<?> waiting =
                    CompletableFuture.runAsync(() -> both.client.awaitCompletions(Queue.RECEIVE, 1, LONG));
            CompletableFuture<?> other = CompletableFuture.runAsync(() -> both.client.awaitAdvertisement(LONG));
            CompletableFuture<Integer> received = both.client.receiveAsync(both.client.allocate(8), 0, 8);

            both.client.close();
            both.client.close();

            for (CompletableFuture<?> each : List.of(waiting, other, received)) {
                assertThat(each)
                        .failsWithin(LONG)
                        .withThrowableOfType(ExecutionException.class)
                        .havingCause()
                        .satisfies(cause -> assertThat(cause)
                                .isInstanceOfAny(ClosedObjectException.class, ConnectionEndedException.class)
                                .hasMessageContaining(both.client.toString()));
            }
            assertThatExceptionOfType(ClosedObjectException.class)
                    .isThrownBy(() -> both.client.postSend(both.accepted.allocate(8), 0, 8, Signaling.SIGNALED))
                    .withMessage(both.client + " is closed");
        }
    }

    @Test
    void closingTheServerClosesItsConnections() {
        try (Both both = new Both(bed)) {
            both.server.close();

            assertThat(both.accepted.isOpen()).isFalse();
            both.client.awaitDisconnect(LONG);
            assertThatExceptionOfType(ClosedObjectException.class).isThrownBy(() -> both.server.accept(LONG));
        }
    }

    @Test
    void closingTheServerClosesItsConnectionsInAGroupOfTheCallerToo() {
        ConnectionGroup group =
                bed.rdma().connectionGroup(server.group().context().device());
        RdmaServer sharing = bed.rdma().listen(new InetSocketAddress(bed.server(), 0), OPTIONS.group(group));
        CompletableFuture<RdmaConnection> connecting = bed.rdma().connectAsync(sharing.address(), OPTIONS);
        RdmaConnection accepted = sharing.accept(LONG);

        sharing.close();

        assertThat(accepted.isOpen()).isFalse();
        joined(connecting).awaitDisconnect(LONG);
        assertThat(group.isClosed()).isFalse();
    }

    @Test
    void aHandlerServesAllAtOnceEachOnItsThread() {
        List<String> names = new CopyOnWriteArrayList<>();
        CountDownLatch together = new CountDownLatch(2);
        CompletableFuture<RdmaConnection> early = connecting("c0");
        server.serve(connection -> {
            names.add(text(connection.privateData()));
            together.countDown();
            await(together);
        });
        CompletableFuture<RdmaConnection> late = connecting("c1");

        // The server closes the connections of clients that return.
        joined(early).awaitDisconnect(LONG);
        joined(late).awaitDisconnect(LONG);

        assertThat(names).containsExactlyInAnyOrder("c0", "c1");
        assertThatIllegalStateException()
                .isThrownBy(() -> server.serve(RdmaConnection::close))
                .withMessageContaining("RdmaServer[");
    }

    @Test
    void theFailureOfAHandlerIsReportedAndTheNextPeerIsServed() {
        List<RdmaException> told = new CopyOnWriteArrayList<>();
        server.onRefusal(told::add);
        server.serve(connection -> {
            throw new ConnectionException("not " + text(connection.privateData()), null);
        });

        joined(connecting("c0")).awaitDisconnect(LONG);
        joined(connecting("c1")).awaitDisconnect(LONG);
        server.close();

        assertThat(told).extracting(Throwable::getMessage).containsExactly("not c0", "not c1");
    }

    @Test
    void closingTheServerEndsTheWaitsOfItsHandlersAndWaitsForThem() {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        List<RdmaException> told = new CopyOnWriteArrayList<>();
        server.onRefusal(told::add);
        server.serve(connection -> {
            begun.countDown();
            try {
                connection.awaitAdvertisement(LONG);
            } finally {
                ended.set(true);
            }
        });
        CompletableFuture<RdmaConnection> client = connecting("c0");
        assertThat(await(begun)).isTrue();

        server.close();

        assertThat(ended).isTrue();
        joined(client).awaitDisconnect(LONG);
        assertThat(told).isEmpty();
    }

    @Test
    void addressesAreWrittenAsText() {
        InetSocketAddress address = server.address();
        server.close();
        String host = address.getAddress().getHostAddress();
        String text = (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();

        try (RdmaServer again = bed.rdma().listen(text)) {
            again.serve(connection -> connection.awaitDisconnect(LONG));
            try (RdmaConnection client = bed.rdma().connect(text)) {
                assertThat(client.peerAddress()).isEqualTo(address);
            }
        }
    }

    @Test
    void closingTheLibraryClosesAll() {
        Both both = new Both(bed);

        both.bed.rdma().close();

        assertThat(both.client.queuePair().isClosed()).isTrue();
        assertThat(both.accepted.queuePair().isClosed()).isTrue();
        assertThat(both.client.isOpen()).isFalse();
    }

    @Test
    void verbsAndTheConnectionManagerAreReachable() {
        try (Both both = new Both(bed)) {
            assertThat(both.client.queuePair().domain())
                    .isSameAs(both.client.group().domain());
            assertThat(both.client.id().device())
                    .contains(both.client.group().context().device());
            assertThat(both.client.allocate(16).region().length()).isEqualTo(16);
        }
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(LONG.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    void aCancelledConnectLeavesNoConnection() {
        CompletableFuture<RdmaConnection> connecting = connecting("Wait!");
        IncomingConnection asking = server.request(LONG);

        connecting.cancel(true);

        assertThat(isLeft(() -> asking.accept(OPTIONS.timeout(A_WHILE)))).isTrue();
    }

    @Test
    void anInterruptedConnectLeavesNoConnection() throws InterruptedException {
        Thread thread = new Thread(() -> {
            try {
                bed.rdma().connect(server.address(), OPTIONS);
            } catch (InterruptedWaitException e) {
                return;
            }
        });
        thread.start();
        IncomingConnection asking = server.request(LONG);

        thread.interrupt();
        thread.join();

        assertThat(isLeft(() -> asking.accept(OPTIONS.timeout(A_WHILE)))).isTrue();
    }

    @Test
    void aCancelledAcceptLeavesNoConnection() {
        CompletableFuture<RdmaConnection> connecting = connecting("Wait!");

        CompletableFuture<RdmaConnection> accepting = server.request(LONG).acceptAsync(OPTIONS);
        // A peer that confirms before the cancel has a connection, which the caller closes.
        if (!accepting.cancel(true)) {
            joined(accepting).close();
        }

        assertThat(isLeft(() -> joined(connecting))).isTrue();
    }

    /** Returns whether the peer ends a connection or does not establish it. */
    private static boolean isLeft(Supplier<RdmaConnection> made) {
        try {
            made.get().awaitDisconnect(A_WHILE);
            return true;
        } catch (ConnectionTimeoutException e) {
            return e.getMessage() != null && e.getMessage().contains("was not confirmed");
        } catch (RdmaException | CompletionException e) {
            return true;
        }
    }

    @Test
    void whatMakesNoSenseIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OPTIONS.timeout(Duration.ofSeconds(Long.MAX_VALUE)))
                .withMessage("timeout 2562047788015215h30m7s is out of range; expected 0.001s to 1h");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OPTIONS.timeout(Duration.ZERO))
                .withMessageContaining("timeout 0s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OPTIONS.keepAlive(Duration.ofMillis(99)))
                .withMessage("keep-alive (0 for none) 0.099s is out of range; expected 0.1s to 1h");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OPTIONS.queueDepth(3))
                .withMessage("queue depth 3 is out of range; expected 4 to 16384");
    }
}
