package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;

import io.verbena.Rdma;
import io.verbena.cm.CmId;
import io.verbena.cm.EventChannel;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.hca.PortSpace;
import io.verbena.spi.ForwardingDriver;
import io.verbena.spi.cm.CmDriver;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two threads close an event channel at the same time; the driver keeps the first from going on. */
@Timeout(60)
@WithFabric("two-node")
class ConcurrentChannelCloseTest {
    private final CountDownLatch destroying = new CountDownLatch(1);
    private final CountDownLatch mayDestroy = new CountDownLatch(1);

    @Test
    void secondCloseReturnsOnlyWhenAllIdentifiersAreClosed(EmbeddedFabric fabric) throws Exception {
        ForwardingDriver driver = new ForwardingDriver(fabric.driver("host0")) {
            @Override
            public CmDriver openCm() {
                return slowToDestroy(super.openCm());
            }
        };
        try (Rdma rdma = Rdma.builder().driver(driver).open()) {
            EventChannel channel = rdma.connectionManager().eventChannel();
            List<CmId> ids = List.of(channel.id(PortSpace.TCP), channel.id(PortSpace.TCP));
            CompletableFuture<Void> first = CompletableFuture.runAsync(channel::close);
            assertThat(destroying.await(20, TimeUnit.SECONDS)).isTrue();

            CompletableFuture<Boolean> second = CompletableFuture.supplyAsync(() -> {
                channel.close();
                return ids.stream().allMatch(CmId::isClosed);
            });
            assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> second.get(200, TimeUnit.MILLISECONDS));
            mayDestroy.countDown();

            assertThat(second.get(20, TimeUnit.SECONDS)).isTrue();
            first.get(20, TimeUnit.SECONDS);
        }
    }

    private CmDriver slowToDestroy(CmDriver real) {
        CmDriver driver = mock(CmDriver.class, delegatesTo(real));
        doAnswer(call -> {
                    destroying.countDown();
                    assertThat(mayDestroy.await(20, TimeUnit.SECONDS)).isTrue();
                    real.destroyId(call.getArgument(0));
                    return null;
                })
                .when(driver)
                .destroyId(anyLong());
        return driver;
    }
}
