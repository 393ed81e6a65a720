package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.RdmaServer;
import io.verbena.contract.InterceptedDriver;
import io.verbena.contract.InterceptedDriver.Interceptor;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server whose device has memory for a part of a connection only. The driver refuses the rest. */
@Timeout(60)
@WithFabric("two-node")
class IncompleteConnectionTest {
    private static final ConnectionOptions OPTIONS = ConnectionOptions.DEFAULTS.timeout(Duration.ofSeconds(20));

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger registered = new AtomicInteger();

    @Test
    void whatWasMadeOfItIsGivenBack(EmbeddedFabric fabric) throws InterruptedException {
        InterceptedDriver driver = new InterceptedDriver(fabric.driver("host1"), new EverySecondRegionRefused());
        InetSocketAddress address = new InetSocketAddress(fabric.node("host1").address(), 7471);
        BlockingQueue<String> refusals = new LinkedBlockingQueue<>();
        try (Rdma here = Rdma.builder().driver(fabric.driver("host0")).open();
                Rdma there = Rdma.builder().driver(driver).open();
                RdmaServer server = there.listen(address, OPTIONS)) {
            server.onRefusal(refusal -> refusals.add(refusal.getMessage()));
            server.serve(connection -> {});

            for (int i = 0; i < 3; i++) {
                assertThatExceptionOfType(RdmaException.class).isThrownBy(() -> here.connect(address, OPTIONS));
                assertThat(refusals.poll(20, TimeUnit.SECONDS)).contains("ENOMEM");
            }

            assertThat(asked).hasValueGreaterThanOrEqualTo(6);
            assertThat(registered).hasValue(0);
        }
    }

    private final class EverySecondRegionRefused implements Interceptor {
        @Override
        public void before(String call, @Nullable Object @Nullable [] arguments) {
            if (call.equals("registerMemory") && asked.incrementAndGet() % 2 == 0) {
                throw new SysException("ibv_reg_mr", "emb0", Errno.ENOMEM, "");
            }
        }

        @Override
        public void after(String call, @Nullable Object result) {
            if (call.equals("registerMemory")) {
                registered.incrementAndGet();
            } else if (call.equals("deregisterMemory")) {
                registered.decrementAndGet();
            }
        }
    }
}
