package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;
import static io.verbena.contract.connection.Both.joined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbena.connection.Access;
import io.verbena.connection.ConnectionEndedException;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.connection.RemoteBuffer;
import io.verbena.connection.Signaling;
import io.verbena.error.RdmaException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how both sides of a connection notice a failed link, and how soon they reconnect. */
@Timeout(180)
public abstract class OutageContract {
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(4);
    private static final Duration DETECTION = KEEP_ALIVE.plusSeconds(2);
    private static final ConnectionOptions OPTIONS =
            ConnectionOptions.DEFAULTS.timeout(LONG).keepAlive(KEEP_ALIVE);

    /** More than a device tries to reach its peer. */
    private static final Duration RETRIES = Duration.ofSeconds(60);

    private static final int BYTES = 64;

    private OutageBed bed;
    private RdmaServer server;
    private RdmaConnection client;
    private RdmaConnection accepted;
    private @Nullable CompletableFuture<RdmaConnection> accepting;

    /** A link for the next test. */
    protected abstract OutageBed bed();

    @BeforeEach
    void open() {
        bed = bed();
        server = bed.server().listen(new InetSocketAddress(bed.address(), 0), OPTIONS);
        connect(OPTIONS);
    }

    private void connect(ConnectionOptions options) {
        if (accepting == null) {
            accepting = server.acceptAsync();
        }
        client = bed.client().connect(server.address(), options);
        do {
            accepted = joined(accepting);
            accepting = server.acceptAsync();
            // An attempt that the client gave up may have come to the server.
        } while (!accepted.peerAddress().equals(client.localAddress()));
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private static void assertEndsWithin(Duration time, long begin, RdmaConnection connection) {
        while (connection.isOpen() && System.nanoTime() - begin < time.toNanos()) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(connection.isOpen())
                .as("%s is open after %s", connection, time)
                .isFalse();
    }

    private void assertBothNotice() {
        long begin = System.nanoTime();
        assertEndsWithin(DETECTION, begin, client);
        assertEndsWithin(DETECTION, begin, accepted);
        assertThat(client.endCause()).get().isInstanceOf(ConnectionEndedException.class);
        assertThat(accepted.endCause()).get().isInstanceOf(ConnectionEndedException.class);
    }

    /** Reconnects like a client that is notified of the end of its connection. */
    private void assertRecoversInTime() {
        long begin = System.nanoTime();
        while (true) {
            try {
                connect(OPTIONS.timeout(Duration.ofSeconds(2)));
                break;
            } catch (RdmaException e) {
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(bed.recovery());
            }
        }
        LocalBuffer target = accepted.allocate(BYTES, Access.REMOTE_WRITE);
        accepted.advertise(target);
        assertThat(joined(client.writeAsync(client.allocate(BYTES), 0, BYTES, client.awaitAdvertisement(LONG), 0)))
                .isEqualTo(BYTES);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(bed.recovery());
    }

    @Test
    void anIdleConnectionEndsOnBothSidesWhenAllIsLost() {
        bed.whileLosing(this::assertBothNotice);
        assertRecoversInTime();
    }

    @Test
    void anIdleConnectionEndsOnBothSidesWhenItsLinkIsDown() {
        assumeTrue(bed.canUnplug(), "the system cannot connect any more after that");
        bed.whileUnplugged(this::assertBothNotice);
        assertRecoversInTime();
    }

    @Test
    void whatIsInFlightFailsWithTheCauseOnBothSidesWhenAllIsLost() {
        LocalBuffer source = client.allocate(BYTES);
        CompletableFuture<Integer> receivedThere = accepted.receiveAsync(accepted.allocate(BYTES), 0, BYTES);
        CompletableFuture<Integer> received = client.receiveAsync(client.allocate(BYTES), 0, BYTES);
        bed.whileLosing(() -> {
            client.postSend(source, 0, BYTES, Signaling.UNSIGNALED);
            assertBothNotice();
            assertFails(received, client);
            assertFails(receivedThere, accepted);
        });
        assertThatExceptionOfType(ConnectionEndedException.class)
                .isThrownBy(() -> client.sendAsync(source, 0, BYTES))
                .withMessageContaining(client.toString())
                .withMessageContaining("connect again");
    }

    private static void assertFails(CompletableFuture<?> pending, RdmaConnection connection) {
        assertThat(pending)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOf(ConnectionEndedException.class)
                .withMessageContaining(connection + " ended");
    }

    @Test
    void aConnectionWithoutKeepAliveEndsWhenWhatItSendsIsNotAnswered() {
        assumeTrue(bed.givesUp(), "TCP tries for 15 minutes");
        client.close();
        connect(OPTIONS.keepAlive(Duration.ZERO));
        LocalBuffer target = accepted.allocate(BYTES, Access.REMOTE_READ);
        accepted.advertise(target);
        RemoteBuffer remote = client.awaitAdvertisement(LONG);
        bed.whileLosing(() -> {
            client.postRead(client.allocate(BYTES), 0, BYTES, remote, 0, Signaling.UNSIGNALED);
            assertEndsWithin(RETRIES, System.nanoTime(), client);
        });
    }

    @Test
    void aShortOutageHarmsNothing() {
        bed.whileLosing(() -> LockSupport.parkNanos(KEEP_ALIVE.toNanos() / 4));

        CompletableFuture<Integer> received = accepted.receiveAsync(accepted.allocate(BYTES), 0, BYTES);
        assertThat(joined(client.sendAsync(client.allocate(BYTES), 0, BYTES))).isEqualTo(BYTES);
        assertThat(joined(received)).isEqualTo(BYTES);
        LockSupport.parkNanos(KEEP_ALIVE.toNanos());
        assertThat(client.isOpen()).isTrue();
        assertThat(accepted.isOpen()).isTrue();
    }

    @Test
    void aConnectionIsClosedInTimeThoughItsPeerIsUnreachable() {
        bed.whileLosing(() -> {
            long begin = System.nanoTime();
            client.postSend(client.allocate(BYTES), 0, BYTES, Signaling.UNSIGNALED);

            client.close();
            accepted.close();

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(60));
        });
    }
}
