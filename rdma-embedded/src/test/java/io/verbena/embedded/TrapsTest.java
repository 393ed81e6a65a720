package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.embedded.junit.WithFabric;
import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.MadMethod;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program at the port of the subnet manager, host0, receives the traps of host9, whose link at leaf2 goes down. */
@Timeout(30)
@WithFabric(value = "fat-tree:2,4,4", virtualTime = true)
class TrapsTest {
    private static final long MINUTE = 60_000_000_000L;
    // 4.096 µs times two to the power of the SubnetTimeOut, which is 18.
    private static final Duration PACE = Duration.ofNanos(4_096L << 18);

    /** Receives traps, and represses each after a number of repetitions. */
    private static final class Taker implements HostProgram {
        private final int patience;
        private final List<Duration> times = new ArrayList<>();
        private int traps;
        private long start;
        private @Nullable ProgramHost host;

        Taker(int patience) {
            this.patience = patience;
        }

        @Override
        public void start(ProgramHost at) {
            host = at;
            start = at.nanoTime();
            traps = at.register(new MadRegistration(1, 1, 0, Set.of(MadMethod.TRAP.code()), false));
        }

        @Override
        public void received(int agent, int status, MadAddress source, ByteBuffer mad) {
            ProgramHost at = Objects.requireNonNull(host);
            times.add(Duration.ofNanos(at.nanoTime() - start));
            if (times.size() == patience) {
                byte[] bytes = new byte[256];
                mad.get(bytes);
                LidRoutedSmp.LAYOUT.wrapWritable(bytes, 0).method(MadMethod.TRAP_REPRESS);
                at.send(traps, source, ByteBuffer.wrap(bytes), 0);
            }
        }
    }

    private static List<Duration> times(EmbeddedFabric fabric, int patience) {
        Taker taker = new Taker(patience);
        try (Asker time = new Asker(fabric, "host1")) {
            AutoCloseable program = fabric.run("host0", taker);
            assertThat(program).isNotNull();
            fabric.node("host9").port(1).down();
            time.receive(reply -> {}, MINUTE);
        }
        return taker.times;
    }

    @Test
    void aTrapIsRepeatedUntilItIsRepressed(EmbeddedFabric fabric) {
        assertThat(times(fabric, 3)).containsExactly(Duration.ZERO, PACE, PACE.multipliedBy(2));
    }

    @Test
    void anUnrepressedTrapIsSentEightTimes(EmbeddedFabric fabric) {
        assertThat(times(fabric, 0)).hasSize(8).endsWith(PACE.multipliedBy(7));
    }

    @Test
    void aTrapThatIsRepressedImmediatelyIsSentOnce(EmbeddedFabric fabric) {
        assertThat(times(fabric, 1)).containsExactly(Duration.ZERO);
    }

    @Test
    void changesByTheSubnetManagerCauseNoTrap(EmbeddedFabric fabric) {
        Taker taker = new Taker(1);
        fabric.node("leaf2").port(4).down();
        AutoCloseable program = fabric.run("host0", taker);
        fabric.node("leaf2").port(4).up();

        assertThat(program).isNotNull();
        assertThat(taker.times).as("initialized, and not that it is active").containsExactly(Duration.ZERO);
    }
}
