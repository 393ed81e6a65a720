package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.RdmaServer;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.spi.ForwardingDriver;
import io.verbena.spi.cm.CmDriver;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer that goes away between its reply and the confirmation. The driver makes it do so. */
@Timeout(60)
@WithFabric("two-node")
class UnconfirmedConnectionTest {
    private static final ConnectionOptions PATIENT = ConnectionOptions.DEFAULTS.timeout(Duration.ofSeconds(20));

    @Test
    void theFailureIsReportedEvenIfThePeerCannotBeRejected(EmbeddedFabric fabric) {
        ForwardingDriver driver = new ForwardingDriver(fabric.driver("host0")) {
            @Override
            public CmDriver openCm() {
                return confirmingNothing(super.openCm());
            }
        };
        InetSocketAddress address = new InetSocketAddress(fabric.node("host1").address(), 7471);
        try (Rdma here = Rdma.builder().driver(driver).open();
                Rdma there = Rdma.builder().driver(fabric.driver("host1")).open();
                RdmaServer server = there.listen(address, PATIENT)) {
            server.serve(connection -> {});

            assertThatExceptionOfType(RdmaException.class)
                    .isThrownBy(() -> here.connect(address, PATIENT))
                    .withMessageContaining("cannot confirm the connection")
                    .withMessageContaining("EINVAL");
        }
    }

    private static CmDriver confirmingNothing(CmDriver real) {
        CmDriver driver = mock(CmDriver.class, delegatesTo(real));
        doThrow(gone("rdma_establish")).when(driver).establish(anyLong());
        doThrow(gone("rdma_reject")).when(driver).reject(anyLong(), any());
        return driver;
    }

    private static SysException gone(String call) {
        return new SysException(call, "host0", Errno.EINVAL, "");
    }
}
