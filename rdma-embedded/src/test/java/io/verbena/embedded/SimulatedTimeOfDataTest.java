package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.hca.QueuePairType;
import io.verbena.hca.WorkCompletionStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SimulatedTimeOfDataTest {
    /** 4.096 µs * 2^20 for each of four attempts: 17 s. */
    private static final int TIMEOUT = 20;

    @Test
    void waitingForARequestAdvancesSimulatedTime() {
        try (EmbeddedFabric fabric =
                        EmbeddedFabric.builder("fat-tree:2,2,1").virtualTime().open();
                Station client = new Station(fabric, "host0", QueuePairType.RC);
                Station server = new Station(fabric, "host1", QueuePairType.RC)) {
            Station.connect(client, server, setup -> setup.timeout(TIMEOUT, 3));
            fabric.node("host1").silence();
            long begin = System.nanoTime();
            long simulated = fabric.nanoTime();

            client.write(1, server);

            assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.RETRY_EXCEEDED);
            assertThat(Duration.ofNanos(fabric.nanoTime() - simulated)).isGreaterThan(Duration.ofSeconds(17));
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
        }
    }
}
