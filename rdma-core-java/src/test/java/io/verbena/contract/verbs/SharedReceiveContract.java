package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.hca.AsyncEventType;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.verbs.AsyncEvent;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SharedReceiveQueue;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A queue of receives that queue pairs share, and what the device tells of it. */
@Timeout(120)
public abstract class SharedReceiveContract {
    private VerbsBed bed;
    private Peer client;
    private Peer server;
    private SharedReceiveQueue shared;

    /** Two devices for the next test. */
    protected abstract VerbsBed bed();

    @BeforeEach
    void connect() {
        bed = bed();
        Peer[] peers = Peer.unconnected(bed, QueuePairType.RC);
        client = peers[0];
        server = peers[1];
        shared = server.domain.sharedReceiveQueue(SharedReceiveQueueAttributes.of(16, 1));
        QueuePair receiver = server.domain
                .queuePair(QueuePairType.RC)
                .completions(server.queue)
                .receivesFrom(shared)
                .create();
        client.pair.establish(QueuePairSetup.port(1).to(bed.way(client.context, server.context), receiver.number()));
        receiver.establish(QueuePairSetup.port(1).to(bed.way(server.context, client.context), client.pair.number()));
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        bed.close();
    }

    private void post(int receives) {
        ReceiveRequests requests = shared.receiveRequests(receives);
        for (int i = 0; i < receives; i++) {
            requests.receive(i).segment(server.region, 64L * i, 64);
        }
        shared.post(requests);
    }

    private void send(int messages) {
        for (int i = 0; i < messages; i++) {
            client.pair.post(client.pair.sendRequests(1).send(i).segment(client.region, 0, 32));
            client.next().check();
        }
    }

    @Test
    void messagesTakeFromIt() {
        post(4);

        send(4);

        assertThat(server.next(4))
                .allSatisfy(
                        received -> assertThat(received.check().byteLength()).isEqualTo(32));
    }

    @Test
    void itIsAtLeastAsLargeAsItWasAskedFor() {
        assertThat(shared.attributes().requests()).isGreaterThanOrEqualTo(16);

        shared.resize(64);

        assertThat(shared.attributes().requests()).isGreaterThanOrEqualTo(64);
    }

    @Test
    void theDeviceTellsOnceThatFewAreLeft() {
        post(6);
        shared.limit(4);

        send(3);

        Optional<AsyncEvent> event = server.context.awaitEvent(Duration.ofSeconds(30));
        assertThat(event).hasValueSatisfying(told -> {
            assertThat(told.type()).isEqualTo(AsyncEventType.SHARED_RECEIVE_QUEUE_LIMIT);
            assertThat(told.subject()).isSameAs(shared);
            assertThat(told.isFatal()).isFalse();
        });
        assertThat(shared.attributes().limit()).isZero();
    }

    @Test
    void aWaitForEventsEndsWhenItsTimeIsOver() {
        assertThat(client.context.awaitEvent(Duration.ofMillis(50))).isEmpty();
    }
}
