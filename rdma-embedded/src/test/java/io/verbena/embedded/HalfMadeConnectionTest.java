package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionGroup;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.RdmaServer;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.spi.ForwardingDriver;
import io.verbena.spi.verbs.QueuePairRequest;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.spi.verbs.VerbsQueuePairs;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A device that has one queue pair left, where a connection needs two: none is as small, so the driver is made to be. */
@Timeout(60)
@WithFabric("two-node")
class HalfMadeConnectionTest {
    private static final ConnectionOptions PATIENT = ConnectionOptions.DEFAULTS.timeout(Duration.ofSeconds(20));

    @Test
    void leavesNoMemoryToItsGroup(EmbeddedFabric fabric) {
        ForwardingDriver driver = new ForwardingDriver(fabric.driver("host0")) {
            @Override
            public VerbsDriver openVerbs(String device) {
                return withOneQueuePair(super.openVerbs(device));
            }
        };
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

    private static VerbsDriver withOneQueuePair(VerbsDriver real) {
        VerbsQueuePairs all = real.queuePairs();
        VerbsQueuePairs one = mock(VerbsQueuePairs.class, delegatesTo(all));
        AtomicInteger created = new AtomicInteger();
        doAnswer(call -> {
                    if (created.getAndIncrement() > 0) {
                        throw new SysException("ibv_create_qp", real.device(), Errno.ENOMEM, "");
                    }
                    return all.createQueuePair(call.getArgument(0));
                })
                .when(one)
                .createQueuePair(any(QueuePairRequest.class));
        VerbsDriver driver = mock(VerbsDriver.class, delegatesTo(real));
        doReturn(one).when(driver).queuePairs();
        return driver;
    }
}
