package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;
import static io.verbena.contract.connection.Both.SHORT;
import static io.verbena.contract.connection.Both.joined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.cm.CmTimeoutException;
import io.verbena.cm.RejectedException;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.ConnectionTimeoutException;
import io.verbena.connection.IncomingConnection;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.connection.RejectedConnectionException;
import io.verbena.connection.ServerLimits;
import io.verbena.contract.cm.CmBed;
import io.verbena.error.RdmaException;
import io.verbena.hca.PortSpace;
import io.verbena.hca.Transport;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the limits of a server: it rejects a peer beyond them with a reason and serves all other peers. */
@Tag("slow")
@Timeout(120)
public abstract class AdmissionContract {
    private static final Duration BRIEF = Duration.ofMillis(700);
    private static final ConnectionOptions OPTIONS = ConnectionOptions.DEFAULTS.timeout(LONG);
    private static final ServerLimits ONE_PEER = ServerLimits.DEFAULTS.backlogPerPeer(1 << 16);

    private final BlockingQueue<RdmaException> refusals = new LinkedBlockingQueue<>();
    private CmBed bed;

    /** Two devices for the next test. */
    protected abstract CmBed bed();

    /** How many peers ask at once where many do. */
    protected int many() {
        return 100;
    }

    @BeforeEach
    void open() {
        bed = bed();
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private RdmaServer server(ConnectionOptions options) {
        RdmaServer server = bed.rdma().listen(new InetSocketAddress(bed.server(), 0), options);
        server.onRefusal(refusals::add);
        return server;
    }

    private List<CompletableFuture<RdmaConnection>> connecting(RdmaServer server, int count) {
        return Stream.generate(() -> bed.rdma().connectAsync(server.address(), OPTIONS))
                .limit(count)
                .toList();
    }

    private static List<Throwable> failures(List<CompletableFuture<RdmaConnection>> connecting, int count) {
        BlockingQueue<Throwable> failed = new LinkedBlockingQueue<>();
        for (CompletableFuture<RdmaConnection> each : connecting) {
            CompletableFuture<RdmaConnection> unused = each.whenComplete((made, failure) -> {
                if (failure != null) {
                    failed.add(failure);
                }
            });
        }
        List<Throwable> failures = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                Throwable failure = failed.poll(LONG.toSeconds(), TimeUnit.SECONDS);
                assertThat(failure).as("failure %d of %d", i + 1, count).isNotNull();
                failures.add(failure);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return failures;
    }

    private String refusal() {
        try {
            RdmaException refusal = refusals.poll(LONG.toSeconds(), TimeUnit.SECONDS);
            assertThat(refusal).as("a refusal").isNotNull();
            return refusal.getMessage();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void assertServed(RdmaServer server) {
        CompletableFuture<RdmaConnection> connecting = bed.rdma().connectAsync(server.address(), OPTIONS);
        try (RdmaConnection accepted = server.accept(LONG);
                RdmaConnection client = joined(connecting)) {
            assertThat(accepted.isOpen()).isTrue();
            assertThat(client.isOpen()).isTrue();
        }
    }

    private static void assertRejected(CompletableFuture<?> connecting) {
        assertThat(connecting)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(RejectedException.class);
    }

    @Test
    void anIdentifierKeepsNoMoreRequestsThanItsBacklog() {
        CmId listening = bed.rdma().connectionManager().eventChannel().id(PortSpace.TCP);
        listening.bind(new InetSocketAddress(bed.server(), 0));
        listening.listen(2);
        RoguePeer peers = new RoguePeer(bed.rdma(), listening.localAddress().orElseThrow());
        BlockingQueue<Throwable> rejected = new LinkedBlockingQueue<>();

        for (int i = 0; i < many(); i++) {
            CompletableFuture<CmEvent> unused = peers.lane()
                    .connect(new byte[0])
                    .whenComplete(
                            (event, failure) -> rejected.add(failure == null ? new AssertionError(event) : failure));
        }

        for (int i = 0; i < many() - 2; i++) {
            try {
                assertThat(rejected.poll(LONG.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(RejectedException.class);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        listening.request(LONG);
        listening.request(LONG);
        assertThatExceptionOfType(CmTimeoutException.class).isThrownBy(() -> listening.request(SHORT));
    }

    @Test
    void aServerKeepsNoMoreConnectionsThanItsBacklog() {
        RdmaServer server = server(OPTIONS.backlog(4).limits(ONE_PEER));

        List<CompletableFuture<RdmaConnection>> connecting = connecting(server, 12);

        assertThat(failures(connecting, 8))
                .allSatisfy(failure -> assertThat(failure)
                        .hasCauseInstanceOf(RejectedConnectionException.class)
                        .hasMessageMatching(".*(it has as many requests as it keeps|its backlog is full).*"));
        for (int i = 0; i < 4; i++) {
            assertThat(server.request(LONG).accept().isOpen()).isTrue();
        }
        assertThatExceptionOfType(ConnectionTimeoutException.class).isThrownBy(() -> server.request(SHORT));
        assertServed(server);
    }

    @Test
    void onePeerOccupiesAtMostThreeQuartersOfTheBacklog() {
        RdmaServer server = server(OPTIONS.backlog(8));

        List<CompletableFuture<RdmaConnection>> connecting = connecting(server, 12);

        assertThat(failures(connecting, 6))
                .allSatisfy(failure -> assertThat(failure)
                        .hasMessageMatching(".*it has (as many requests as it keeps for one address|more requests).*"));
        for (int i = 0; i < 6; i++) {
            server.request(LONG);
        }
        assertThatExceptionOfType(ConnectionTimeoutException.class).isThrownBy(() -> server.request(SHORT));
    }

    @Test
    void connectionsThatThePeerDoesNotConfirmCountAgainstTheBacklog() {
        RdmaServer server =
                server(ConnectionOptions.DEFAULTS.timeout(BRIEF).backlog(2).limits(ONE_PEER));
        RoguePeer silent = new RoguePeer(bed.rdma(), server.address());
        CompletableFuture<RdmaConnection> accepting = server.acceptAsync();
        String device = silent.lane().id.device().orElseThrow();
        assumeFalse(
                bed.rdma().verbs(device).properties().transport() == Transport.IWARP,
                "on iWARP the system confirms a connection, not the program");

        List<CompletableFuture<CmEvent>> asked = new ArrayList<>();
        for (int token = 0; token < 2; token++) {
            asked.add(silent.askSilently(RoguePeer.CONTROL, token));
            asked.add(silent.askSilently(RoguePeer.DATA, token));
        }
        // The response has come, and is not confirmed.
        asked.forEach(Both::joined);
        assertThatExceptionOfType(RejectedConnectionException.class)
                .isThrownBy(() -> bed.rdma().connect(server.address(), OPTIONS))
                .withMessageContaining("as many requests as it keeps");
        assertThat(refusal()).contains("as many requests as it keeps");

        for (int i = 0; i < 2; i++) {
            assertThat(refusal()).contains("was not confirmed by the peer in time");
        }
        RdmaConnection client = bed.rdma().connect(server.address(), OPTIONS);
        assertThat(joined(accepting).isOpen()).isTrue();
        assertThat(client.isOpen()).isTrue();
    }

    @Test
    void aServerHasNoMoreConnectionsThanItsLimit() {
        assertLimited(
                ServerLimits.DEFAULTS.connections(2).connectionsPerPeer(2), "as many connections as it takes; try");
    }

    @Test
    void onePeerHasNoMoreConnectionsThanItsLimit() {
        assertLimited(ServerLimits.DEFAULTS.connectionsPerPeer(2), "as many connections as it takes from one address");
    }

    private void assertLimited(ServerLimits limits, String reason) {
        RdmaServer server = server(OPTIONS.limits(limits));
        List<CompletableFuture<RdmaConnection>> clients = connecting(server, 2);
        RdmaConnection first = server.accept(LONG);
        server.accept(LONG);
        clients.forEach(Both::joined);

        assertThatExceptionOfType(RejectedConnectionException.class)
                .isThrownBy(() -> bed.rdma().connect(server.address(), OPTIONS))
                .withMessageContaining(reason);
        first.close();

        assertServed(server);
    }

    @Test
    void aPeerThatTheProgramDoesNotAnswerIsRejected() {
        RdmaServer server = server(ConnectionOptions.DEFAULTS.timeout(BRIEF).backlog(1));
        CompletableFuture<RdmaConnection> connecting = bed.rdma().connectAsync(server.address(), OPTIONS);
        IncomingConnection incoming = server.request(LONG);

        assertThat(connecting)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("the program there did not accept in time");
        assertThat(refusal()).contains("did not accept in time");
        assertThatIllegalStateException().isThrownBy(incoming::accept).withMessageContaining("after the timeout");
        assertServed(server);
    }

    @Test
    void aConnectionThatEndsBeforeTheProgramTakesItLeavesTheBacklog() {
        RdmaServer server = server(OPTIONS.backlog(1));
        CompletableFuture<RdmaConnection> first = server.acceptAsync();
        bed.rdma().connect(server.address(), OPTIONS);
        joined(first);
        bed.rdma().connect(server.address(), OPTIONS).close();

        RdmaConnection client = null;
        long end = System.nanoTime() + LONG.toNanos();
        while (client == null && System.nanoTime() < end) {
            try {
                client = bed.rdma().connect(server.address(), OPTIONS);
            } catch (RejectedConnectionException e) {
                assertThat(e).hasMessageContaining("as it keeps");
            }
        }

        RdmaConnection accepted = server.accept(LONG);
        assertThat(accepted.peerAddress())
                .isEqualTo(Objects.requireNonNull(client).localAddress());
    }

    @Test
    void aRequestWhoseTokenIsInUseIsRejected() {
        RdmaServer server = server(OPTIONS);
        RoguePeer peer = new RoguePeer(bed.rdma(), server.address());
        RoguePeer.Lane first = peer.lane();
        CompletableFuture<CmEvent> control = first.connect(RoguePeer.hello(RoguePeer.MAGIC, 1, RoguePeer.CONTROL, 7));
        RoguePeer.Lane replay = peer.lane();

        assertRejected(replay.connect(RoguePeer.hello(RoguePeer.MAGIC, 1, RoguePeer.CONTROL, 7)));
        assertThat(refusal()).contains("the token of the request is in use");

        CompletableFuture<CmEvent> data = peer.lane().connect(RoguePeer.hello(RoguePeer.MAGIC, 1, RoguePeer.DATA, 7));
        assertThat(server.accept(LONG).isOpen()).isTrue();
        joined(control);
        joined(data);
    }

    @Test
    void aTokenPairsOnce() {
        RdmaServer server = server(ConnectionOptions.DEFAULTS.timeout(BRIEF));
        RoguePeer peer = new RoguePeer(bed.rdma(), server.address());
        RdmaConnection connected = peer.connect(server, 7).connection();

        assertRejected(peer.lane().connect(RoguePeer.hello(RoguePeer.MAGIC, 1, RoguePeer.DATA, 7)));

        assertThat(refusal()).contains("the second of the two requests");
        assertThat(connected.isOpen()).isTrue();
    }

    @Test
    void oneRequestOfAPairIsGivenUpWhicheverItIs() {
        RdmaServer server = server(ConnectionOptions.DEFAULTS.timeout(BRIEF));
        RoguePeer peer = new RoguePeer(bed.rdma(), server.address());

        assertRejected(peer.lane().connect(RoguePeer.hello(RoguePeer.MAGIC, 1, RoguePeer.DATA, 1)));
        assertRejected(peer.lane().connect(RoguePeer.hello(RoguePeer.MAGIC, 1, RoguePeer.CONTROL, 2)));

        assertThat(refusal()).contains("the second of the two requests");
        assertThat(refusal()).contains("the second of the two requests");
        assertServed(server);
    }

    @Test
    void aPeerWithTooManyFaultsIsRejectedUntilTheyAreForgiven() {
        ServerLimits limits = ServerLimits.DEFAULTS.faultsPerPeer(2);
        RdmaServer server = server(ConnectionOptions.DEFAULTS.timeout(BRIEF).limits(limits));
        CompletableFuture<RdmaConnection> accepting = server.acceptAsync();
        RoguePeer peer = new RoguePeer(bed.rdma(), server.address());
        for (int token = 0; token < 2; token++) {
            assertRejected(peer.lane().connect(RoguePeer.hello(RoguePeer.MAGIC, 1, RoguePeer.CONTROL, token)));
            assertThat(refusal()).contains("the second of the two requests");
        }

        assertThatExceptionOfType(RejectedConnectionException.class)
                .isThrownBy(() -> bed.rdma().connect(server.address(), OPTIONS))
                .withMessageContaining("broke the protocol or were not completed; try again later");
        assertThat(refusal()).contains("too many connections from this address");

        RdmaConnection client = null;
        long end = System.nanoTime() + LONG.toNanos();
        while (client == null && System.nanoTime() < end) {
            try {
                client = bed.rdma().connect(server.address(), OPTIONS);
            } catch (RejectedConnectionException e) {
                assertThat(e).hasMessageContaining("broke the protocol");
            }
        }
        assertThat(client).isNotNull();
        assertThat(joined(accepting).isOpen()).isTrue();
    }

    @Test
    void privateDataOfAnyLengthAndContentAreRejected() {
        RdmaServer server = server(OPTIONS);
        RoguePeer peer = new RoguePeer(bed.rdma(), server.address());
        Random random = new Random(17);
        for (int length = 0; length <= 56; length += 7) {
            byte[] noise = new byte[length];
            random.nextBytes(noise);
            assertRejected(peer.lane().connect(noise));
            refusal();
        }
        byte[] tooLong = RoguePeer.hello(RoguePeer.MAGIC, 1, RoguePeer.CONTROL, 3);
        tooLong[7] = (byte) 0xff;
        assertRejected(peer.lane().connect(tooLong));
        assertThat(refusal()).contains("255 bytes of private data");
        byte[] unknown = RoguePeer.hello(RoguePeer.MAGIC, 1, 200, 3);
        assertRejected(peer.lane().connect(unknown));
        assertThat(refusal()).contains("kind 200");

        assertServed(server);
    }

    @Test
    void manyHalvesAtOnceOccupyNoMoreThanTheShareOfOnePeer() {
        RdmaServer server = server(ConnectionOptions.DEFAULTS.timeout(BRIEF).backlog(8));
        RoguePeer peer = new RoguePeer(bed.rdma(), server.address());
        List<RoguePeer.Lane> lanes = Stream.generate(peer::lane).limit(many()).toList();
        for (int token = 0; token < many(); token++) {
            CompletableFuture<CmEvent> unused =
                    lanes.get(token).connect(RoguePeer.hello(RoguePeer.MAGIC, 1, RoguePeer.CONTROL, token));
        }

        int busy = 0;
        int incomplete = 0;
        for (int i = 0; i < many(); i++) {
            RdmaException refusal = null;
            try {
                refusal = refusals.poll(BRIEF.toMillis() * 3, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            if (refusal == null) {
                // The kernel rejected the rest, for want of places in its own backlog.
                break;
            }
            boolean isBusy = refusal.getMessage().contains("as it keeps for one address");
            busy += isBusy ? 1 : 0;
            incomplete += isBusy ? 0 : 1;
        }

        assertThat(busy).isPositive();
        assertThat(incomplete).isBetween(1, 6);
        assertServed(server);
    }
}
