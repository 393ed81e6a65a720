package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.Rdma;
import io.verbena.efa.EfaDevice;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The order in which scalable reliable datagrams arrive over several paths. */
@Timeout(60)
class SrdPathsTest {
    private static final int MESSAGES = 100;
    private static final int QKEY = 5;

    /** A host with an SRD queue pair. */
    private static final class Host implements AutoCloseable {
        final Rdma rdma;
        final Context context;
        final CompletionQueue queue;
        final QueuePair pair;
        final MemoryRegion region;
        final ProtectionDomain domain;

        Host(EmbeddedFabric fabric, String name) {
            rdma = Rdma.builder().driver(fabric.driver(name)).open();
            context = rdma.verbs("emb0");
            domain = context.protectionDomain();
            queue = context.completionQueue(2 * MESSAGES, context.completionChannel(), 0);
            pair = EfaDevice.of(context)
                    .queuePair(domain)
                    .completions(queue)
                    .capacity(new QueuePairCapacity(MESSAGES, MESSAGES, 1, 1, 0))
                    .create();
            region = domain.register(ByteBuffer.allocateDirect(64), AccessFlag.LOCAL_WRITE);
            pair.establish(QueuePairSetup.port(1).queueKey(QKEY));
        }

        /** Returns a value of each completion, in their order. */
        List<Long> completed(ToLongFunction<WorkCompletion> value) {
            List<Long> values = new ArrayList<>();
            CompletionBatch batch = queue.batch(MESSAGES);
            while (values.size() < MESSAGES && queue.await(batch, Duration.ofSeconds(20)) > 0) {
                batch.forEach(completion -> values.add(value.applyAsLong(completion.check())));
            }
            return values;
        }

        @Override
        public void close() {
            rdma.close();
        }
    }

    /** Posts numbered messages in one batch. */
    private static void post(Host client, Host server) {
        AddressHandle way = client.domain.addressHandle(
                AddressVector.to(1, server.context.port(1).lid()));
        ReceiveRequests receives = server.pair.receiveRequests(MESSAGES);
        SendRequests sends = client.pair.sendRequests(MESSAGES);
        for (int i = 0; i < MESSAGES; i++) {
            receives.receive(i).segment(server.region, 0, 8);
            sends.sendImmediate(i, i).segment(client.region, 0, 8).to(way, server.pair.number(), QKEY);
        }
        server.pair.post(receives);
        client.pair.post(sends);
    }

    /** Returns the order in which messages arrive over paths, in simulated time. */
    private static List<Long> arrivals(Consumer<EmbeddedFabric> paths) {
        try (EmbeddedFabric fabric =
                        EmbeddedFabric.builder("fat-tree:2,2,1").virtualTime().open();
                Host client = new Host(fabric, "host0");
                Host server = new Host(fabric, "host1")) {
            paths.accept(fabric);
            // The clock stands still from the first look at the channel on, until this thread waits there again.
            assertThat(server.queue.await(server.queue.batch(1), Duration.ofMillis(1)))
                    .isZero();
            post(client, server);
            return server.completed(WorkCompletion::immediate);
        }
    }

    /** Returns the order in which messages complete over paths. */
    private static List<Long> completions(Consumer<EmbeddedFabric> paths) {
        try (EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,2,1");
                Host client = new Host(fabric, "host0");
                Host server = new Host(fabric, "host1")) {
            paths.accept(fabric);
            post(client, server);
            return client.completed(WorkCompletion::id);
        }
    }

    private static List<Long> inOrder() {
        return LongStream.range(0, MESSAGES).boxed().toList();
    }

    @Test
    void onePathKeepsTheOrder() {
        assertThat(arrivals(fabric -> {})).isEqualTo(inOrder());
        assertThat(completions(fabric -> {})).isEqualTo(inOrder());
    }

    @Test
    void messagesOvertakeEachOtherAndArriveOnce() {
        Consumer<EmbeddedFabric> paths = fabric -> fabric.paths(8, Duration.ofMillis(20), 1);

        assertThat(arrivals(paths)).isNotEqualTo(inOrder()).containsExactlyInAnyOrderElementsOf(inOrder());
        assertThat(completions(paths)).isNotEqualTo(inOrder()).containsExactlyInAnyOrderElementsOf(inOrder());
    }

    @Test
    void whatAPathLosesIsSentOnAnother() {
        Consumer<EmbeddedFabric> paths = fabric ->
                fabric.paths(4, Duration.ofMillis(1), 1).pathLoss(0, 1).pathLoss(2, 0.5);

        assertThat(arrivals(paths)).containsExactlyInAnyOrderElementsOf(inOrder());
        assertThat(completions(paths)).containsExactlyInAnyOrderElementsOf(inOrder());
    }

    @Test
    void equalSeedsGiveEqualOrders() {
        List<Long> first = arrivals(fabric -> fabric.paths(8, Duration.ofMillis(1), 7));

        assertThat(arrivals(fabric -> fabric.paths(8, Duration.ofMillis(1), 7))).isEqualTo(first);
        assertThat(arrivals(fabric -> fabric.paths(8, Duration.ofMillis(1), 8))).isNotEqualTo(first);
    }

    @Test
    void aPathThatLosesIsAFault() {
        try (EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,2,1")) {
            fabric.paths(4, Duration.ofMillis(1), 1).pathLoss(2, 0.25);

            assertThat(fabric.faults())
                    .singleElement()
                    .asString()
                    .isEqualTo("the fabric: 25 % of the scalable reliable datagrams on path 2 are lost");
            assertThat(fabric.heal().faults()).isEmpty();
            assertThatIllegalArgumentException().isThrownBy(() -> fabric.pathLoss(4, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> fabric.pathLoss(0, 1.5));
            assertThatIllegalArgumentException().isThrownBy(() -> fabric.paths(0, Duration.ZERO, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> fabric.paths(65, Duration.ZERO, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> fabric.paths(1, Duration.ofMillis(-1), 1));
        }
    }
}
