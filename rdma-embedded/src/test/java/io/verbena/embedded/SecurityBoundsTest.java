package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.IncomingConnection;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.contract.InterceptedDriver;
import io.verbena.contract.InterceptedDriver.Interceptor;
import io.verbena.embedded.junit.WithFabric;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The memory of a connection as documented in docs/security.md. */
@Timeout(60)
@WithFabric("two-node")
class SecurityBoundsTest {
    private static final ConnectionOptions OPTIONS = ConnectionOptions.DEFAULTS.timeout(Duration.ofSeconds(20));

    private final AtomicInteger registered = new AtomicInteger();

    @Test
    void aConnectionRegistersTheDocumentedAmountOfMemory(EmbeddedFabric fabric) {
        InetSocketAddress address = new InetSocketAddress(fabric.node("host1").address(), 7471);
        InterceptedDriver counting = new InterceptedDriver(fabric.driver("host1"), new Interceptor() {
            @Override
            public void before(String call, @Nullable Object @Nullable [] arguments) {
                if (call.equals("registerMemory") && arguments != null && arguments[1] instanceof ByteBuffer memory) {
                    registered.addAndGet(memory.remaining());
                }
            }
        });
        try (Rdma here = Rdma.builder().driver(fabric.driver("host0")).open();
                Rdma there = Rdma.builder().driver(counting).open();
                RdmaServer server = there.listen(address, OPTIONS)) {
            CompletableFuture<RdmaConnection> connecting = here.connectAsync(address, OPTIONS);
            IncomingConnection incoming = server.request(Duration.ofSeconds(20));
            assertThat(registered).hasValue(0);

            incoming.accept();

            assertThat(registered).hasValue(2032);
            connecting.join().close();
        }
    }
}
