package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.QueuePairType;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events of a completion queue are delayed until there are enough completions or until a time has passed (ibv_modify_cq(3)). */
@Timeout(60)
class CompletionModerationTest {
    private static final int MAX_MICROS = 65535;

    private EmbeddedFabric fabric;
    private Station client;
    private Station server;

    @BeforeEach
    void open() {
        fabric = EmbeddedFabric.open("fat-tree:2,2,1");
        client = new Station(fabric, "host0", QueuePairType.RC);
        server = new Station(fabric, "host1", QueuePairType.RC);
        Station.connect(client, server, UnaryOperator.identity());
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        fabric.close();
    }

    private boolean isNotified(long seen, long millis) {
        return client.queue.awaitNotification(seen, Duration.ofMillis(millis));
    }

    /** Only a pause of this process can delay the event so long that the time causes it; not every attempt meets one. */
    @Test
    void enoughCompletionsCauseAnEventBeforeTheTime() {
        client.queue.moderate(3, MAX_MICROS);
        long shortest = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 10; attempt++) {
            long seen = client.queue.events();
            client.queue.requestNotification(false);
            long start = System.nanoTime();
            for (int i = 0; i < 3; i++) {
                client.write(i, server);
            }
            assertThat(isNotified(seen, 5000)).isTrue();
            shortest = Math.min(shortest, System.nanoTime() - start);
            for (int i = 0; i < 3; i++) {
                client.next().check();
            }
        }

        assertThat(shortest).isLessThan(MAX_MICROS * 1000L);
    }

    @Test
    void theTimeCausesAnEventForFewerCompletions() {
        client.queue.moderate(3, MAX_MICROS);
        long seen = client.queue.events();
        client.queue.requestNotification(false);

        long start = System.nanoTime();
        client.write(1, server);

        assertThat(isNotified(seen, 5000)).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isGreaterThanOrEqualTo(Duration.ofNanos(MAX_MICROS * 1000L));
        assertThat(client.next().check().id()).isEqualTo(1);
    }

    @Test
    void eventsAreNotDelayedAfterTheModerationEnds() {
        client.queue.moderate(3, MAX_MICROS);
        client.queue.moderate(0, 0);
        long seen = client.queue.events();
        client.queue.requestNotification(false);

        client.write(1, server);

        assertThat(isNotified(seen, 5000)).isTrue();
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        assertThat(client.context.extensions().completionModeration().maxMicros())
                .isEqualTo(MAX_MICROS);
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.queue.moderate(70000, 1))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
    }
}
