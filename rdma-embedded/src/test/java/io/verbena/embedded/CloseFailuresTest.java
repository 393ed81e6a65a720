package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.EventChannel;
import io.verbena.connection.Access;
import io.verbena.connection.ConnectionGroup;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.Isolation;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.contract.InterceptedDriver;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.PortSpace;
import io.verbena.verbs.ClosedObjectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Closes whose calls to the device or to the connection manager fail with EIO, or take long. */
@Timeout(60)
@WithFabric("two-node")
class CloseFailuresTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final ConnectionOptions OPTIONS = ConnectionOptions.DEFAULTS.timeout(LONG);
    private static final Pattern FREES = Pattern.compile("de(stroy|allocate|register).*");
    private static final int NEVER = Integer.MAX_VALUE;

    /** The number of calls that still free something before one fails. */
    private final AtomicInteger left = new AtomicInteger(NEVER);

    private volatile @Nullable String failed;

    /** While this is set, calls that destroy an identifier wait for it. */
    private volatile @Nullable CountDownLatch held;

    private final CountDownLatch holding = new CountDownLatch(1);
    private EmbeddedFabric fabric;

    @BeforeEach
    void open(EmbeddedFabric opened) {
        fabric = opened;
    }

    private Rdma client() {
        return Rdma.builder()
                .driver(new InterceptedDriver(fabric.driver("host0"), new InterceptedDriver.Interceptor() {
                    @Override
                    public void before(String call, @Nullable Object @Nullable [] arguments) throws Throwable {
                        CountDownLatch gate = held;
                        if (gate != null && call.equals("destroyId")) {
                            holding.countDown();
                            gate.await();
                        }
                        if (FREES.matcher(call).matches() && left.getAndDecrement() == 0) {
                            failed = call;
                            throw new SysException(call, "emb0", Errno.EIO, "thrown on purpose");
                        }
                    }
                }))
                .open();
    }

    private RdmaServer listen(Rdma rdma) {
        return rdma.listen(new InetSocketAddress(fabric.node("host1").address(), 0), OPTIONS);
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void aConnectionWhoseCloseFailsHalfwayCompletesItsFuturesAndFreesTheRest(Isolation isolation) {
        try (Rdma here = client();
                Rdma there = Rdma.builder().driver(fabric.driver("host1")).open();
                RdmaServer server = listen(there);
                ConnectionGroup group = here.connectionGroup("emb0", isolation)) {
            server.serve(accepted -> accepted.awaitDisconnect(LONG));
            LocalBuffer shared = group.allocate(64);
            int keys = fabric.node("host0").memoryKeys();
            int round = 0;
            do {
                failed = null;
                RdmaConnection connection = here.connect(server.address(), OPTIONS.group(group));
                List<LocalBuffer> buffers =
                        List.of(connection.allocate(64), connection.allocate(64, Access.REMOTE_WRITE));
                CompletableFuture<Integer> received = connection.receiveAsync(buffers.get(0), 0, 64);
                CompletableFuture<Integer> intoShared = connection.receiveAsync(shared, 0, 64);
                int before = fabric.node("host0").memoryKeys();

                left.set(round++);
                boolean threw = false;
                try {
                    connection.close();
                } catch (SysException e) {
                    threw = true;
                    assertThat(e.errno()).isEqualTo(Errno.EIO);
                }
                left.set(NEVER);
                String call = failed;

                assertThat(threw).as("close throws what %s threw", call).isEqualTo(call != null);
                assertThat(received).as("after %s failed", call).failsWithin(LONG);
                assertThat(intoShared).as("after %s failed", call).failsWithin(LONG);
                assertThat(fabric.node("host0").memoryKeys())
                        .as("memory keys after %s failed, of %d", call, before)
                        .isLessThanOrEqualTo(keys + 2);
                assertThatExceptionOfType(ClosedObjectException.class)
                        .isThrownBy(() -> connection.sendAsync(shared, 0, 1))
                        .withMessage(connection + " is closed");

                connection.close();

                assertThat(buffers).allMatch(LocalBuffer::isClosed);
                assertThat(fabric.node("host0").memoryKeys())
                        .as("memory keys after the second close; %s failed in the first", call)
                        .isEqualTo(keys);
                assertThat(connection.queuePair().isDestroyed()).isTrue();
                assertThatCode(connection::close).doesNotThrowAnyException();
            } while (failed != null);
            assertThat(round).as("calls that free something").isGreaterThan(6);
        }
    }

    @Test
    void anIdentifierThatCannotBeDestroyedEndsItsFuturesAndIsDestroyedByTheNextClose() {
        try (Rdma here = client();
                EventChannel events = here.connectionManager().eventChannel()) {
            CmId id = events.id(PortSpace.TCP);
            id.bind(new InetSocketAddress(fabric.node("host0").address(), 0));
            InetSocketAddress address = id.localAddress().orElseThrow();
            id.listen(4);
            CompletableFuture<ConnectionRequest> request = id.requestAsync();

            left.set(0);
            assertThatExceptionOfType(SysException.class)
                    .isThrownBy(id::close)
                    .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EIO));

            assertThat(failed).isEqualTo("destroyId");
            assertThat(request).failsWithin(LONG).withThrowableThat().withCauseInstanceOf(ClosedObjectException.class);
            assertThat(id.awaitDisconnectAsync()).failsWithin(LONG);
            assertThatExceptionOfType(ClosedObjectException.class).isThrownBy(() -> id.listen(4));

            id.close();

            CmId next = events.id(PortSpace.TCP);
            next.bind(address);
            next.listen(4);
        }
    }

    @Test
    void aConnectionThatIsDisconnectedWhileItIsClosedReportsTheCloseByItsFuture() throws Exception {
        try (Rdma here = client();
                Rdma there = Rdma.builder().driver(fabric.driver("host1")).open();
                RdmaServer server = listen(there)) {
            server.serve(accepted -> accepted.awaitDisconnect(LONG));
            RdmaConnection connection = here.connect(server.address(), OPTIONS);
            CountDownLatch gate = new CountDownLatch(1);
            held = gate;
            CompletableFuture<Void> closing = CompletableFuture.runAsync(connection::close);
            holding.await();
            CompletableFuture<CompletableFuture<Void>> disconnecting = new CompletableFuture<>();
            Thread thread = new Thread(() -> {
                try {
                    disconnecting.complete(connection.disconnectAsync());
                } catch (RuntimeException e) {
                    disconnecting.completeExceptionally(e);
                }
            });
            thread.start();
            while (thread.getState() != Thread.State.WAITING && thread.isAlive()) {
                Thread.onSpinWait();
            }

            gate.countDown();

            assertThat(disconnecting)
                    .as("disconnectAsync throws nothing")
                    .succeedsWithin(LONG)
                    .satisfies(disconnected -> assertThat(disconnected)
                            .failsWithin(LONG)
                            .withThrowableThat()
                            .withCauseInstanceOf(ClosedObjectException.class)
                            .withMessageContaining(connection + " is closed"));
            assertThat(closing).succeedsWithin(LONG);
        }
    }
}
