package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;
import static io.verbena.contract.connection.Both.joined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.verbena.connection.Access;
import io.verbena.connection.Completions;
import io.verbena.connection.ConnectionEndedException;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.Queue;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RemoteBuffer;
import io.verbena.connection.Signaling;
import io.verbena.connection.TransferException;
import io.verbena.contract.cm.CmBed;
import io.verbena.hca.Transport;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.QueuePair;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection whose queue pair or peer is dead ends by itself, on both sides, and every call tells why. */
@Tag("slow")
@Timeout(120)
public abstract class LivenessContract {
    private static final int READS = 3;
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(2);

    /** A failure that this side's device reports is noticed at the next look at the latest. */
    private static final Duration AT_ONCE = Duration.ofSeconds(2);

    private static final int BYTES = 64;

    private Both both;
    private RdmaConnection client;
    private RdmaConnection accepted;

    /** Two devices for the next test. */
    protected abstract CmBed bed();

    @BeforeEach
    void open() {
        both = new Both(bed(), ConnectionOptions.DEFAULTS.timeout(LONG).keepAlive(KEEP_ALIVE));
        client = both.client;
        accepted = both.accepted;
    }

    @AfterEach
    void close() {
        both.close();
    }

    /** Waits without a call that would take completions. */
    private static void assertEndsWithin(Duration time, RdmaConnection connection) {
        long end = System.nanoTime() + time.toNanos();
        while (connection.isOpen() && System.nanoTime() < end) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(connection.isOpen()).as("%s is open", connection).isFalse();
    }

    private static void assertEveryCallTellsOf(RdmaConnection connection, String text) {
        LocalBuffer buffer = connection.allocate(BYTES);
        List<Runnable> calls = List.of(
                () -> joined(connection.sendAsync(buffer, 0, BYTES)),
                () -> joined(connection.receiveAsync(buffer, 0, BYTES)),
                () -> connection.postSend(buffer, 0, BYTES, Signaling.SIGNALED),
                () -> connection.postSend(buffer, 0, BYTES, Signaling.UNSIGNALED),
                () -> connection.awaitAdvertisement(LONG),
                () -> connection.awaitCompletions(Queue.RECEIVE, 1, LONG));
        assertThat(calls)
                .allSatisfy(call -> assertThatExceptionOfType(ConnectionEndedException.class)
                        .isThrownBy(call::run)
                        .withMessageContaining(connection.toString())
                        .withMessageContaining(text)
                        .withMessageContaining("connect again"));
        assertThat(connection.endCause()).get().asString().contains(text);
    }

    private static void assertFails(CompletableFuture<?> pending, RdmaConnection connection) {
        assertThat(pending)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOf(ConnectionEndedException.class)
                .withMessageContaining("RECEIVE of 64 bytes")
                .withMessageContaining(connection + " ended");
    }

    private static CompletableFuture<Integer> receive(RdmaConnection connection) {
        return connection.receiveAsync(connection.allocate(BYTES), 0, BYTES);
    }

    /** Returns a buffer with a key that the peer has never advertised. */
    private static RemoteBuffer forged(LocalBuffer like) {
        RemoteBuffer told = like.advertisement();
        Set<Access> all = Set.of(Access.REMOTE_READ, Access.REMOTE_WRITE);
        return new RemoteBuffer(9, told.address(), told.length(), told.key() ^ 0x5a5a00, all);
    }

    @Test
    void aRequestThatFailsEndsTheConnectionOnBothSides() {
        LocalBuffer target = accepted.allocate(BYTES, Access.REMOTE_WRITE);
        CompletableFuture<Integer> pending = receive(client);
        CompletableFuture<Integer> pendingThere = receive(accepted);

        // A write completes on iWARP when the data have left.
        CompletableFuture<Integer> read = client.readAsync(client.allocate(BYTES), 0, BYTES, forged(target), 0);

        assertThat(read)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOfAny(TransferException.class, ConnectionEndedException.class);
        assertEndsWithin(AT_ONCE, client);
        assertEndsWithin(AT_ONCE, accepted);
        assertFails(pending, client);
        assertFails(pendingThere, accepted);
        assertEveryCallTellsOf(client, client + " ended: ");
        assertEveryCallTellsOf(accepted, accepted + " ended: ");
    }

    @Test
    void aFailedRequestWithoutReportEndsAConnectionThatNoThreadWaitsFor() {
        LocalBuffer target = accepted.allocate(BYTES, Access.REMOTE_WRITE);

        client.postWrite(client.allocate(BYTES), 0, BYTES, forged(target), 0, Signaling.UNSIGNALED);

        assertEndsWithin(AT_ONCE, client);
        assertEndsWithin(AT_ONCE, accepted);
    }

    @Test
    void whatIsTakenAfterAFailureIsTheFailureAndWhatItFlushed() {
        assumeFalse(
                client.group().context().properties().transport() == Transport.IWARP,
                "siw may leave reads in flight when the peer terminates the connection");
        LocalBuffer sink = client.allocate(BYTES);
        RemoteBuffer forged = forged(accepted.allocate(BYTES, Access.REMOTE_WRITE));
        int posted = 0;
        try {
            while (posted < READS) {
                client.postRead(sink, 0, BYTES, forged, 0, Signaling.SIGNALED);
                posted++;
            }
        } catch (ConnectionEndedException e) {
            // The failure of the first request has ended the connection already.
            assertThat(posted).isPositive();
        }
        Completions completions = new Completions(posted);

        client.awaitCompletions(Queue.SEND, completions, posted, LONG);

        assertThat(completions.status(0)).isNotEqualTo(WorkCompletionStatus.SUCCESS);
        for (int i = 1; i < posted; i++) {
            assertThat(completions.status(i)).isEqualTo(WorkCompletionStatus.FLUSHED);
        }
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void aQueuePairThatThisSideMovesToErrorEndsTheConnectionOnBothSides() {
        CompletableFuture<Integer> pending = receive(client);

        client.queuePair().flush();

        assertEndsWithin(AT_ONCE, client);
        assertEndsWithin(AT_ONCE, accepted);
        assertFails(pending, client);
        assertEveryCallTellsOf(client, client + " ended: ");
    }

    @Test
    void anIdleConnectionWhoseQueuePairIsInErrorEnds() {
        client.queuePair().flush();

        assertEndsWithin(KEEP_ALIVE.plus(AT_ONCE), client);
        assertEndsWithin(AT_ONCE, accepted);
        assertEveryCallTellsOf(client, client + " ended: ");
    }

    @Test
    void aQueuePairThatVanishesIsFoundByTheKeepAliveOfItsPeer() {
        accepted.queuePair().close();

        assertEndsWithin(KEEP_ALIVE.plus(AT_ONCE), client);
        assertEveryCallTellsOf(client, client + " ended: ");
        assertEndsWithin(KEEP_ALIVE.plus(AT_ONCE), accepted);
    }

    @Test
    void theKeepAliveLeavesAnIdleConnectionOpenAndItsDataWhole() {
        QueuePair pair = client.queuePair();
        LockSupport.parkNanos(2 * KEEP_ALIVE.toNanos());

        assertThat(client.isOpen()).isTrue();
        assertThat(accepted.isOpen()).isTrue();
        CompletableFuture<Integer> received = receive(accepted);
        assertThat(joined(client.sendAsync(client.allocate(BYTES), 0, BYTES))).isEqualTo(BYTES);
        assertThat(joined(received)).isEqualTo(BYTES);
        assertThat(client.queuePair()).isSameAs(pair);
    }

    @Test
    void theKeepAliveGoesBesideAFullQueue() {
        LocalBuffer source = client.allocate(BYTES);
        LocalBuffer target = accepted.allocate(BYTES, Access.REMOTE_WRITE);
        int depth = client.queueDepth();
        long end = System.nanoTime() + 2 * KEEP_ALIVE.toNanos();
        Completions completions = new Completions(depth);

        while (System.nanoTime() < end) {
            for (int i = 0; i < depth; i++) {
                client.postWrite(source, 0, BYTES, target.advertisement(), 0, Signaling.SIGNALED);
            }
            LockSupport.parkNanos(KEEP_ALIVE.toNanos() / 4);
            assertThat(client.awaitCompletions(Queue.SEND, completions, depth, LONG))
                    .isEqualTo(depth);
            assertThat(completions.status(depth - 1)).isEqualTo(WorkCompletionStatus.SUCCESS);
        }
        assertThat(client.isOpen()).isTrue();
    }

    @Test
    void aSecondCloseWaitsForTheFirst() throws InterruptedException {
        CompletableFuture<Integer> pending = receive(client);
        CountDownLatch inCallback = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Void> unused = pending.handle((bytes, failure) -> {
                    inCallback.countDown();
                    try {
                        return goOn.await(LONG.toSeconds(), TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                })
                .thenAccept(done -> {});
        CompletableFuture<Void> first = CompletableFuture.runAsync(client::close);
        assertThat(inCallback.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();

        CompletableFuture<Void> second = CompletableFuture.runAsync(client::close);

        assertThat(second).as("the second close").isNotCompleted();
        LockSupport.parkNanos(100_000_000);
        assertThat(second).as("the second close").isNotCompleted();
        goOn.countDown();
        joined(first);
        joined(second);
        assertThatExceptionOfType(ClosedObjectException.class).isThrownBy(() -> receive(client));
    }
}
