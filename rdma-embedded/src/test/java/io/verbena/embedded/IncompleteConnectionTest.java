package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.RdmaServer;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.hca.AccessFlag;
import io.verbena.spi.ForwardingDriver;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.spi.verbs.VerbsMemory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server whose device has memory for a part of a connection: no bed can be made to do that, so the driver is. */
@Timeout(60)
@WithFabric("two-node")
class IncompleteConnectionTest {
    private static final ConnectionOptions OPTIONS = ConnectionOptions.DEFAULTS.timeout(Duration.ofSeconds(20));

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger registered = new AtomicInteger();

    @Test
    void whatWasMadeOfItIsGivenBack(EmbeddedFabric fabric) throws InterruptedException {
        ForwardingDriver driver = new ForwardingDriver(fabric.driver("host1")) {
            @Override
            public VerbsDriver openVerbs(String device) {
                return sparing(super.openVerbs(device));
            }
        };
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

    /** Every second region is refused. */
    private VerbsDriver sparing(VerbsDriver real) {
        VerbsMemory memory = mock(VerbsMemory.class, delegatesTo(real.memory()));
        doAnswer(call -> {
                    if (asked.incrementAndGet() % 2 == 0) {
                        throw new SysException("ibv_reg_mr", "emb0", Errno.ENOMEM, "");
                    }
                    registered.incrementAndGet();
                    return real.memory()
                            .registerMemory(
                                    call.getArgument(0), call.getArgument(1), call.<Set<AccessFlag>>getArgument(2));
                })
                .when(memory)
                .registerMemory(anyLong(), any(ByteBuffer.class), any());
        doAnswer(call -> {
                    registered.decrementAndGet();
                    real.memory().deregisterMemory(call.getArgument(0));
                    return null;
                })
                .when(memory)
                .deregisterMemory(anyLong());
        VerbsDriver driver = mock(VerbsDriver.class, delegatesTo(real));
        when(driver.memory()).thenReturn(memory);
        return driver;
    }
}
