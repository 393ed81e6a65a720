package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.error.RdmaException;
import io.verbena.iba.NodeInfo;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.subnet.Subnet;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kills the simulator, as if the adapter were pulled out; it is of no use to another test after that. */
@Tag("ibsim")
@Timeout(60)
class LostSimulatorIbsimTest {
    @Test
    void aDiscoveryEndsWithAClearErrorWhenTheFabricGoesAway() {
        MadOptions options = new MadOptions(Duration.ofMillis(200), 2, 4);
        try (Rdma rdma = Ibsim.open(options);
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            long whole = rdma.discovery(mad).run().datagrams();
            long before = mad.datagramsSent();
            CompletableFuture<Subnet> discovery = rdma.discovery(mad).runAsync();
            while (mad.datagramsSent() - before < whole / 4) {
                Thread.onSpinWait();
            }
            Ibsim.kill();

            try {
                Subnet subnet = discovery.get(40, TimeUnit.SECONDS);
                assertThat(subnet.failures())
                        .as("a partial result says that it is one")
                        .isNotEmpty();
            } catch (ExecutionException e) {
                assertThat(e).hasCauseInstanceOf(RdmaException.class);
            } catch (InterruptedException | TimeoutException e) {
                throw new AssertionError("the discovery hangs", e);
            }
            assertThatExceptionOfType(RdmaException.class)
                    .isThrownBy(() -> mad.subnGet(NodeInfo.class, DirectedPath.of(1)));
            assertThatExceptionOfType(RdmaException.class)
                    .isThrownBy(() -> rdma.discovery(mad).run());
        }
    }
}
