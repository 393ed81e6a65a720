package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.hca.QueuePairType;
import io.verbena.hca.WorkCompletionStatus;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AdapterThreadTest {
    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("verbena-embedded-hca"))
                .count();
    }

    private static void failOnce(EmbeddedFabric fabric) {
        try (Station client = new Station(fabric, "host0", QueuePairType.RC);
                Station server = new Station(fabric, "host1", QueuePairType.RC)) {
            Station.connect(client, server, setup -> setup.timeout(8, 1));
            client.write(1, server);
            client.next().check();
            server.pair.close();
            client.write(2, server);
            assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.RETRY_EXCEEDED);
        }
    }

    @Test
    void thereIsOneWhileADeviceIsOpenThatNeedsIt() {
        long before = threads();
        try (EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,2,1")) {
            for (int i = 0; i < 20; i++) {
                failOnce(fabric);
            }
            while (threads() > before) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }
}
