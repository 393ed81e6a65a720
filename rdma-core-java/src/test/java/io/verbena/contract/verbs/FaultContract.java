package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.VerbsObject;
import io.verbena.verbs.WorkCompletion;
import io.verbena.verbs.WorkCompletionException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests two connected queue pairs whose link loses packets or is down, and that no request hangs afterwards. */
@Timeout(120)
public abstract class FaultContract {
    private static final int REQUESTS = 6;
    private static final int WRITES = 64;

    /** Three tries of 67 ms each, as the device rounds them. */
    private static final Duration TRIES = Duration.ofSeconds(10);

    /** Time for which the driver of rxe may hold a queue pair in the state ERROR. */
    private static final Duration DYING = Duration.ofSeconds(60);

    private FaultBed bed;
    private Peer client;
    private Peer server;

    /** Two devices for the next test. */
    protected abstract FaultBed bed();

    @BeforeEach
    void connect() {
        bed = bed();
        Peer[] peers = Peer.connected(bed, QueuePairType.RC, FaultContract::timeout);
        client = peers[0];
        server = peers[1];
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        bed.close();
    }

    private static QueuePairSetup timeout(QueuePairSetup setup) {
        return setup.access(Peer.ALL).timeout(14, 2);
    }

    private void send() {
        SendRequests requests = client.pair.sendRequests(REQUESTS);
        for (int i = 0; i < REQUESTS; i++) {
            server.receive(i, 0, 64);
            requests.send(i).segment(client.region, 0, 64);
        }
        client.pair.post(requests);
    }

    private static List<WorkCompletionStatus> statuses(List<WorkCompletion> completions) {
        completions.forEach(completion -> assertThatExceptionOfType(WorkCompletionException.class)
                .isThrownBy(completion::check)
                .satisfies(e -> assertThat(e.status()).isEqualTo(completion.status()))
                .withMessageContaining(completion.status().text()));
        return completions.stream().map(WorkCompletion::status).toList();
    }

    private static Duration since(long begin) {
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    private void assertTheFirstIsGivenUpAndTheRestIsFlushed(long begin) {
        List<WorkCompletionStatus> statuses = statuses(client.next(REQUESTS));

        assertThat(since(begin)).isLessThan(TRIES);
        assertThat(statuses.get(0)).isEqualTo(WorkCompletionStatus.RETRY_EXCEEDED);
        assertThat(statuses.subList(1, REQUESTS)).containsOnly(WorkCompletionStatus.FLUSHED);
        assertThat(client.pair.state()).isEqualTo(QueuePairState.ERROR);
    }

    @Test
    void whenNothingArrivesTheFirstRequestIsGivenUpAndTheRestIsFlushed() {
        bed.whileLosing(100, () -> {
            long begin = System.nanoTime();
            send();

            assertTheFirstIsGivenUpAndTheRestIsFlushed(begin);
        });
    }

    @Test
    void whenThePeerIsGoneTheFirstRequestIsGivenUpAndTheRestIsFlushed() {
        SendRequests requests = client.pair.sendRequests(REQUESTS);
        for (int i = 0; i < REQUESTS; i++) {
            requests.write(i, server.region.address(), server.region.remoteKey())
                    .segment(client.region, 0, 64);
        }
        server.pair.close();
        long begin = System.nanoTime();
        client.pair.post(requests);

        assertTheFirstIsGivenUpAndTheRestIsFlushed(begin);
    }

    @Test
    void whenTheLinkIsDownAllIsFlushedAtOnceOrInTime() {
        bed.whileUnplugged(() -> {
            long begin = System.nanoTime();
            send();

            if (!bed.givesUpWithoutLink()) {
                assertTheFirstIsGivenUpAndTheRestIsFlushed(begin);
                return;
            }
            assertThat(statuses(client.next(REQUESTS)))
                    .isEqualTo(Collections.nCopies(REQUESTS, WorkCompletionStatus.FLUSHED));
            assertThat(since(begin)).isLessThan(TRIES);
            assertThat(client.pair.state()).isEqualTo(QueuePairState.ERROR);
        });
    }

    @Test
    void whatIsLostIsSentAgainUntilAllHasArrived() {
        connectAgain(6);
        long before = bed.retries();
        SendRequests request = client.pair.sendRequests(1);
        bed.whileLosing(5, () -> {
            for (int i = 0; i < WRITES; i++) {
                client.fill(i + 1);
                client.pair.post(request.write(i, server.region.address(), server.region.remoteKey())
                        .segment(client.region));
                assertThat(client.next().check().id()).isEqualTo(i);
                assertThat(server.bytes(0, Peer.BYTES)).containsOnly(i + 1);
            }
        });
        assertThat(bed.retries()).isGreaterThan(before);
    }

    @Test
    void queuePairsAreConnectedAgainWhenTheFaultIsOver() {
        bed.whileLosing(100, () -> {
            send();
            statuses(client.next(REQUESTS));
        });
        connectAgain(2);
        client.fill('a');

        server.receive(77, 0, 64);
        client.pair.post(client.pair.sendRequests(1).send(78).segment(client.region, 0, 64));

        assertThat(client.next().check().id()).isEqualTo(78);
        assertThat(server.next().check().id()).isEqualTo(77);
        assertThat(server.bytes(0, 64)).containsOnly('a');
    }

    private void connectAgain(int tries) {
        client.pair.reset();
        server.pair.reset();
        Peer[] peers = {client, server};
        for (int side = 0; side < 2; side++) {
            Peer other = peers[1 - side];
            peers[side].pair.establish(timeout(QueuePairSetup.port(1))
                    .timeout(14, tries)
                    .to(bed.way(peers[side].context, other.context), other.pair.number()));
        }
    }

    @Test
    void allIsClosedThoughItsWorkIsNotDone() {
        List<VerbsObject> all = List.of(client.pair, client.region, client.queue, client.context, server.context);
        bed.whileLosing(100, () -> {
            send();
            long begin = System.nanoTime();

            client.close();
            server.close();

            assertThat(since(begin)).isLessThan(DYING);
            assertThat(all).allMatch(VerbsObject::isClosed);
        });
    }
}
