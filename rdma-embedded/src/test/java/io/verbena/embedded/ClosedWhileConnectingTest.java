package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.spi.ForwardingDriver;
import io.verbena.spi.cm.CmDriver;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A server that closes while a peer has yet to confirm. No peer can be made to wait at that point, so the driver delays
 * the confirmation.
 */
@Timeout(60)
@WithFabric("two-node")
class ClosedWhileConnectingTest {
    private static final ConnectionOptions PATIENT = ConnectionOptions.DEFAULTS.timeout(Duration.ofSeconds(20));

    private final CountDownLatch accepted = new CountDownLatch(1);
    private final List<String> refusals = new CopyOnWriteArrayList<>();

    @Test
    void aConnectionLostToClosingTheServerIsNotReportedAsARefusal(EmbeddedFabric fabric) throws InterruptedException {
        ForwardingDriver driver = new ForwardingDriver(fabric.driver("host0")) {
            @Override
            public CmDriver openCm() {
                return neverConfirming(super.openCm());
            }
        };
        InetSocketAddress address = new InetSocketAddress(fabric.node("host1").address(), 7471);
        try (Rdma here = Rdma.builder().driver(driver).open();
                Rdma there = Rdma.builder().driver(fabric.driver("host1")).open()) {
            RdmaServer server = there.listen(address, PATIENT);
            server.onRefusal(refusal -> refusals.add(String.valueOf(refusal.getMessage())));
            server.serve(connection -> {});
            CompletableFuture<RdmaConnection> unused = here.connectAsync(address, PATIENT);
            assertThat(accepted.await(20, TimeUnit.SECONDS)).isTrue();

            server.close();

            // Failed connections are reported on the common pool.
            assertThat(ForkJoinPool.commonPool().awaitQuiescence(20, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(refusals).isEmpty();
        }
    }

    private CmDriver neverConfirming(CmDriver real) {
        CmDriver driver = mock(CmDriver.class, delegatesTo(real));
        doAnswer(call -> {
                    accepted.countDown();
                    return null;
                })
                .when(driver)
                .establish(anyLong());
        return driver;
    }
}
