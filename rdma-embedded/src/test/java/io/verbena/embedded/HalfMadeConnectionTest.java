package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionGroup;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.RdmaServer;
import io.verbena.contract.InterceptedDriver;
import io.verbena.contract.InterceptedDriver.Interceptor;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A device with one free queue pair, where a connection needs two. The driver limits the number of queue pairs. */
@Timeout(60)
@WithFabric("two-node")
class HalfMadeConnectionTest {
    private static final ConnectionOptions PATIENT = ConnectionOptions.DEFAULTS.timeout(Duration.ofSeconds(20));

    @Test
    void leavesNoMemoryToItsGroup(EmbeddedFabric fabric) {
        AtomicInteger created = new AtomicInteger();
        InterceptedDriver driver = new InterceptedDriver(fabric.driver("host0"), new Interceptor() {
            @Override
            public void before(String call, @Nullable Object @Nullable [] arguments) {
                if (call.equals("createQueuePair") && created.getAndIncrement() > 0) {
                    throw new SysException("ibv_create_qp", "emb0", Errno.ENOMEM, "");
                }
            }
        });
        try (Rdma here = Rdma.builder().driver(driver).open();
                Rdma there = Rdma.builder().driver(fabric.driver("host1")).open();
                RdmaServer server =
                        there.listen(new InetSocketAddress(fabric.node("host1").address(), 0), PATIENT);
                ConnectionGroup group = here.connectionGroup(here.verbsDevices().get(0))) {
            assertThatExceptionOfType(SysException.class)
                    .isThrownBy(() -> here.connect(server.address(), PATIENT.group(group)))
                    .satisfies(failure -> assertThat(failure.errno()).isEqualTo(Errno.ENOMEM));

            assertThat(group.isClosed()).isFalse();
            assertThat(fabric.node("host0").memoryKeys()).isZero();
        }
    }
}
