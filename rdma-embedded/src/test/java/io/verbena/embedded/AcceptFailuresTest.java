package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.contract.InterceptedDriver;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.hca.CmEventType;
import io.verbena.spi.cm.CmEventRecord;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A server whose calls to the device and to the connection manager fail once each while it accepts a peer. It rejects
 * that peer, releases its resources, reports the failure, and serves the next peer.
 */
@Timeout(120)
@WithFabric("two-node")
class AcceptFailuresTest {
    private static final ConnectionOptions OPTIONS = ConnectionOptions.DEFAULTS.timeout(Duration.ofSeconds(5));

    /** The time for which the first of two requests is kept if the failure affects it. */
    private static final Duration HALF_OPEN = Duration.ofMillis(500);

    /** Calls that release resources, wait, or fail for other reasons than the server. */
    private static final Pattern SPARED = Pattern.compile(
            "(de(stroy|allocate|register)|await|wakeUp|yield|poll|requestNotification|disconnect|reject|close|is|device).*");

    private static final Pattern MAKES = Pattern.compile("(create|allocate|register).*");
    private static final Pattern FREES = Pattern.compile("de(stroy|allocate|register).*");

    enum Failure {
        OUT_OF_MEMORY,
        REFUSED;

        Throwable make() {
            return this == OUT_OF_MEMORY
                    ? new OutOfMemoryError("Cannot reserve 4096 bytes of direct buffer memory")
                    : new SysException("a call of the test", "emb0", Errno.ENOMEM, "");
        }
    }

    /** The number of calls that still succeed; negative for no failure. */
    private final AtomicInteger left = new AtomicInteger(-1);

    private final AtomicReference<@Nullable String> failed = new AtomicReference<>();

    /** The number of resources of the device and of the connection manager. */
    private final AtomicInteger objects = new AtomicInteger();

    private final List<String> uncaught = new ArrayList<>();

    @ParameterizedTest
    @EnumSource(Failure.class)
    void whateverFailsOncePeerIsRejectedAndTheNextServed(Failure failure, EmbeddedFabric fabric) throws Exception {
        InetSocketAddress address = new InetSocketAddress(fabric.node("host1").address(), 7471);
        BlockingQueue<RdmaException> refusals = new LinkedBlockingQueue<>();
        Thread.UncaughtExceptionHandler earlier = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> uncaught.add(String.valueOf(thrown)));
        try (Rdma here = Rdma.builder().driver(fabric.driver("host0")).open();
                Rdma there = Rdma.builder().driver(failing(fabric, failure)).open();
                RdmaServer server = there.listen(address, OPTIONS.timeout(HALF_OPEN))) {
            server.onRefusal(refusals::add);
            server.serve(connection -> connection.awaitDisconnect(OPTIONS.timeout()));
            assertServed(here, address);
            int before = settledObjects(-1);

            int rounds = 0;
            do {
                failed.set(null);
                refusals.clear();
                left.set(rounds++);
                boolean connected = isConnected(here, address);
                left.set(-1);
                String call = failed.get();
                assertThat(settledObjects(before))
                        .as("objects after %s failed", call)
                        .isEqualTo(before);
                if (call != null && !connected && uncaught.isEmpty()) {
                    assertThat(refusals.poll(5, TimeUnit.SECONDS))
                            .as("a report of %s", call)
                            .isNotNull();
                }
                assertServed(here, address);
                uncaught.clear();
            } while (failed.get() != null);
            assertThat(rounds).isGreaterThan(20);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(earlier);
        }
    }

    private static boolean isConnected(Rdma here, InetSocketAddress address) {
        try {
            here.connect(address, OPTIONS).close();
            return true;
        } catch (RdmaException e) {
            return false;
        }
    }

    private void assertServed(Rdma here, InetSocketAddress address) {
        try (RdmaConnection connection = here.connect(address, OPTIONS)) {
            assertThat(connection.isOpen()).isTrue();
        }
    }

    /** The handler of an ended connection closes it with some delay. */
    private int settledObjects(int wanted) throws InterruptedException {
        int now = objects.get();
        for (int turn = 0; turn < 500 && now != wanted; turn++) {
            TimeUnit.MILLISECONDS.sleep(wanted < 0 ? 1 : 5);
            now = objects.get();
        }
        return now;
    }

    private InterceptedDriver failing(EmbeddedFabric fabric, Failure failure) {
        return new InterceptedDriver(fabric.driver("host1"), new InterceptedDriver.Interceptor() {
            @Override
            public void before(String call, @Nullable Object @Nullable [] arguments) throws Throwable {
                if (!SPARED.matcher(call).matches() && left.get() >= 0 && left.getAndDecrement() == 0) {
                    failed.set(call);
                    throw failure.make();
                }
            }

            @Override
            public void after(String call, @Nullable Object result) {
                count(call, result);
            }
        });
    }

    private void count(String name, @Nullable Object result) {
        boolean isRequest = result instanceof CmEventRecord record && record.type() == CmEventType.CONNECT_REQUEST;
        if (isRequest || MAKES.matcher(name).matches()) {
            objects.incrementAndGet();
        } else if (FREES.matcher(name).matches()) {
            objects.decrementAndGet();
        }
    }
}
