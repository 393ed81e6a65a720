package io.verbena.linux;

import static io.verbena.linux.PeerProcess.KEEP_ALIVE;
import static io.verbena.linux.PeerProcess.LONG;
import static io.verbena.linux.PeerProcess.MESSAGES;
import static io.verbena.linux.PeerProcess.OPTIONS;
import static io.verbena.linux.PeerProcess.SLOTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionEndedException;
import io.verbena.connection.ConnectionTimeoutException;
import io.verbena.connection.MessageChannel;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.connection.RequestChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer whose process is killed, and one whose process is stopped. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class PeerProcessContract {
    private static final Duration DETECTION = KEEP_ALIVE.plusSeconds(2);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(2);
    private static final int BYTES = 64;

    private final Rdma rdma = Rdma.open();

    /** The address of a device. */
    protected abstract InetAddress address() throws UnknownHostException;

    @AfterEach
    void close() {
        rdma.close();
    }

    /** A peer that has connected, and the two connections to it. */
    private final class Connected implements AutoCloseable {
        final PeerProcess peer;
        final RdmaConnection idle;
        final RequestChannel asking;

        Connected(Duration requestTimeout) throws UnknownHostException {
            RdmaServer server = rdma.listen(new InetSocketAddress(address(), 0), OPTIONS);
            peer = PeerProcess.client(server.address());
            idle = server.accept(LONG);
            asking = RequestChannel.asking(MessageChannel.open(server.accept(LONG), MESSAGES), requestTimeout);
            assertThat(peer.line()).isEqualTo("true");
            assertThat(asking.requestAsync(hello())).succeedsWithin(LONG);
        }

        RdmaConnection busy() {
            return asking.channel().connection();
        }

        @Override
        public void close() {
            peer.close();
        }
    }

    private static ByteBuffer hello() {
        return ByteBuffer.allocate(BYTES);
    }

    private static ByteBuffer hold() {
        return ByteBuffer.allocate(BYTES).put(0, PeerProcess.HOLD);
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    private static void assertEndsWithin(Duration time, RdmaConnection connection) {
        long begin = System.nanoTime();
        while (connection.isOpen() && since(begin).compareTo(time) < 0) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(connection.isOpen())
                .as("%s is open after %s", connection, time)
                .isFalse();
        assertThat(connection.endCause()).get().isInstanceOf(ConnectionEndedException.class);
    }

    /** All operations in which a program can wait when it loses its peer: those of an idle connection, and all requests. */
    private static List<CompletableFuture<?>> pending(Connected connected) {
        List<CompletableFuture<?>> pending = new ArrayList<>();
        RdmaConnection idle = connected.idle;
        pending.add(idle.receiveAsync(idle.allocate(BYTES), 0, BYTES));
        pending.add(onThread(() -> idle.awaitAdvertisement(LONG)));
        pending.add(onThread(() -> idle.awaitReceives(LONG)));
        for (int i = 1; i < SLOTS; i++) {
            pending.add(connected.asking.requestAsync(hold()));
        }
        // The peer has no room for one more, so that the call itself waits.
        pending.add(onThread(() -> connected.asking.requestAsync(hold()).join()));
        return pending;
    }

    private static CompletableFuture<Void> onThread(Runnable call) {
        CountDownLatch started = new CountDownLatch(1);
        CompletableFuture<Void> done = CompletableFuture.runAsync(
                () -> {
                    started.countDown();
                    call.run();
                },
                task -> new Thread(task).start());
        try {
            started.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        LockSupport.parkNanos(50_000_000);
        return done;
    }

    private static void assertAllFail(List<CompletableFuture<?>> pending, RdmaConnection idle, RdmaConnection busy) {
        for (CompletableFuture<?> each : pending) {
            assertThat(each)
                    .failsWithin(Duration.ofSeconds(2))
                    .withThrowableOfType(ExecutionException.class)
                    .havingRootCause()
                    .isInstanceOf(ConnectionEndedException.class)
                    .satisfies(cause -> assertThat(cause.getMessage())
                            .matches(
                                    message -> message.contains(idle + " ended") || message.contains(busy + " ended")));
        }
    }

    private static void assertLaterCallsFail(Connected connected) {
        assertThatExceptionOfType(ConnectionEndedException.class)
                .isThrownBy(() -> connected.asking.requestAsync(hello()))
                .withMessageContaining(connected.busy() + " ended");
        assertThatExceptionOfType(ConnectionEndedException.class)
                .isThrownBy(() -> connected.idle.awaitAdvertisement(LONG))
                .withMessageContaining(connected.idle + " ended");
    }

    @Test
    void aKilledPeerEndsItsConnectionsAndAllThatIsPending() throws UnknownHostException {
        try (Connected connected = new Connected(LONG)) {
            List<CompletableFuture<?>> pending = pending(connected);
            assertThat(pending).noneMatch(CompletableFuture::isDone);

            connected.peer.kill();

            assertEndsWithin(DETECTION, connected.idle);
            assertEndsWithin(DETECTION, connected.busy());
            assertAllFail(pending, connected.idle, connected.busy());
            assertLaterCallsFail(connected);
        }
    }

    @Test
    void aPeerThatIsKilledWhileItIsStoppedEndsItsConnections() throws UnknownHostException {
        try (Connected connected = new Connected(LONG)) {
            List<CompletableFuture<?>> pending = pending(connected);
            connected.peer.stop();
            LockSupport.parkNanos(KEEP_ALIVE.toNanos());
            assertThat(pending).noneMatch(CompletableFuture::isDone);

            connected.peer.kill();

            assertEndsWithin(DETECTION, connected.idle);
            assertEndsWithin(DETECTION, connected.busy());
            assertAllFail(pending, connected.idle, connected.busy());
            assertLaterCallsFail(connected);
        }
    }

    /** The device of a stopped process answers the keep-alive, so that the connection outlives a debugger and a long pause. */
    @Test
    void requestsToAStoppedPeerFailInTimeAndItsConnectionGoesOnWhenItDoes() throws UnknownHostException {
        try (Connected connected = new Connected(REQUEST_TIMEOUT)) {
            connected.peer.stop();
            long stopped = System.nanoTime();
            for (int i = 1; i < SLOTS; i++) {
                CompletableFuture<ByteBuffer> request = connected.asking.requestAsync(hello());
                if (i == SLOTS - 1) {
                    assertThat(request)
                            .failsWithin(REQUEST_TIMEOUT.plusSeconds(1))
                            .withThrowableOfType(ExecutionException.class)
                            .withCauseInstanceOf(ConnectionTimeoutException.class)
                            .withMessageContaining("was not answered within " + REQUEST_TIMEOUT.toMillis() + " ms");
                }
            }
            long full = System.nanoTime();
            // The peer has room for one more if it returned the slot of the first request before it was stopped.
            assertThatExceptionOfType(ConnectionTimeoutException.class)
                    .isThrownBy(() -> CompletableFuture.allOf(
                                    connected.asking.requestAsync(hello()), connected.asking.requestAsync(hello()))
                            .join())
                    .withMessageContaining(connected.busy().toString());
            assertThat(since(full)).isLessThan(REQUEST_TIMEOUT.plusSeconds(1));
            LockSupport.parkNanos(DETECTION.minus(since(stopped)).toNanos());
            assertThat(connected.idle.isOpen()).isTrue();
            assertThat(connected.busy().isOpen()).isTrue();

            connected.peer.resume();

            assertThat(connected.asking.requestAsync(hello())).succeedsWithin(LONG);
            assertThat(connected.idle.isOpen()).isTrue();
        }
    }

    @Test
    void connectingToAStoppedServerFailsInTimeAndSucceedsWhenTheServerGoesOn() throws UnknownHostException {
        try (PeerProcess peer = PeerProcess.server(address())) {
            InetSocketAddress server = new InetSocketAddress(address(), Integer.parseInt(peer.line()));
            rdma.connect(server, OPTIONS).close();
            peer.stop();
            long begin = System.nanoTime();

            assertThatExceptionOfType(ConnectionTimeoutException.class)
                    .isThrownBy(() -> rdma.connect(server, OPTIONS.timeout(REQUEST_TIMEOUT)));

            assertThat(since(begin)).isLessThan(REQUEST_TIMEOUT.plusSeconds(2));
            peer.resume();
            rdma.connect(server, OPTIONS).close();
        }
    }
}
