package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.SendRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many connections between two hosts, used by several threads on both sides. */
@Timeout(60)
class ManyConnectionsTest {
    private static final int CONNECTIONS = 256;
    private static final int ROUNDS = 40;
    private static final int THREADS = 4;
    private static final int SLOT = 64;
    private static final QueuePairCapacity CAPACITY = new QueuePairCapacity(8, ROUNDS, 1, 1, 0);

    private EmbeddedFabric fabric;
    private Station left;
    private Station right;

    @BeforeEach
    void open() {
        fabric = EmbeddedFabric.open("fat-tree:2,2,1");
        left = new Station(fabric, "host0", QueuePairType.RC);
        right = new Station(fabric, "host1", QueuePairType.RC);
    }

    @AfterEach
    void close() {
        left.close();
        right.close();
        fabric.close();
    }

    /** One end of a connection, with a queue for sends and one for receives. */
    private static final class End {
        private final Station station;
        private final CompletionQueue sends;
        private final CompletionQueue receives;
        private final QueuePair pair;

        End(Station station) {
            this.station = station;
            this.sends = station.context.completionQueue(CAPACITY.sends());
            this.receives = station.context.completionQueue(ROUNDS);
            this.pair = station.domain
                    .queuePair(QueuePairType.RC)
                    .completions(sends, receives)
                    .capacity(CAPACITY)
                    .create();
        }

        void establish(End other) {
            pair.establish(QueuePairSetup.port(1).to(station.way(other.station), other.pair.number()));
            for (int i = 0; i < ROUNDS; i++) {
                pair.post(pair.receiveRequests(1).receive(i).segment(station.region, 0, SLOT));
            }
        }

        void send() {
            SendRequests request = pair.sendRequests(1);
            CompletionBatch batch = sends.batch(1);
            for (int round = 0; round < ROUNDS; round++) {
                pair.post(request.send(round).segment(station.region, SLOT, SLOT));
                while (sends.poll(batch) == 0) {
                    Thread.onSpinWait();
                }
                assertThat(batch.get(0).check().id()).isEqualTo(round);
            }
        }

        int received() {
            return receives.poll(receives.batch(ROUNDS));
        }
    }

    @Test
    void allConnectionsCarryConcurrentTrafficInBothDirections() throws Exception {
        List<End> ends = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            End one = new End(left);
            End other = new End(right);
            one.establish(other);
            other.establish(one);
            ends.add(one);
            ends.add(other);
        }
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (End end : ends) {
                all.add(threads.submit(end::send));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(ends).allSatisfy(end -> assertThat(end.received()).isEqualTo(ROUNDS));
    }

    /** If two connections fail each other at the same time, each must end the other half of its peer. */
    @Test
    void connectionsThatFailEachOtherBothEnd() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                End one = new End(left);
                End other = new End(right);
                one.establish(other);
                other.establish(one);
                List<Future<?>> both = List.of(threads.submit(() -> fail(one)), threads.submit(() -> fail(other)));
                for (Future<?> each : both) {
                    each.get();
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void fail(End end) {
        end.pair.post(end.pair.sendRequests(1).write(1, 4711, 42).segment(end.station.region, 0, SLOT));
        CompletionBatch batch = end.sends.batch(1);
        while (end.sends.poll(batch) == 0) {
            Thread.onSpinWait();
        }
        assertThat(batch.get(0).isSuccess()).isFalse();
    }
}
