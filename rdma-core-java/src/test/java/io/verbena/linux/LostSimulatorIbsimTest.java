package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.error.RdmaException;
import io.verbena.iba.NodeInfo;
import io.verbena.mad.MadExchange;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTracer;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.subnet.Subnet;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kills the simulator, as if the adapter were pulled out; it is of no use to another test after that. */
@Tag("ibsim")
@Timeout(60)
class LostSimulatorIbsimTest {
    /** Kills the simulator after a number of requests and before the next one. */
    private static final class Killer implements MadTracer {
        private final AtomicLong left = new AtomicLong(Long.MAX_VALUE);

        @Override
        public void sent(MadExchange exchange, int attempt) {
            if (left.decrementAndGet() == 0) {
                Ibsim.kill();
            }
        }
    }

    @Test
    void aDiscoveryEndsWithAClearErrorWhenTheFabricGoesAway() throws Exception {
        Killer killer = new Killer();
        MadOptions options = new MadOptions(Duration.ofMillis(200), 2, 4);
        try (Rdma rdma = Rdma.builder().mad(options).tracer(killer).open();
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            Subnet whole = rdma.discovery(mad).run();
            assertThat(whole.failures()).isEmpty();
            killer.left.set(whole.datagrams() / 2);

            Subnet half = rdma.discovery(mad).runAsync().get(30, TimeUnit.SECONDS);

            assertThat(half.nodes()).hasSizeLessThan(whole.nodes().size());
            assertThat(half.failures())
                    .isNotEmpty()
                    .allSatisfy(failure -> assertThat(failure)
                            .hasMessageStartingWith("cannot read ")
                            .hasMessageContaining("DirectedPath[0"));
            assertThatExceptionOfType(RdmaException.class)
                    .isThrownBy(() -> rdma.discovery(mad).run())
                    .withMessageStartingWith("cannot read the start of the discovery ");
            assertThatExceptionOfType(RdmaException.class)
                    .isThrownBy(() -> mad.subnGet(NodeInfo.class, DirectedPath.of(1)));
        }
    }
}
