package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.CompletionField;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SendOperation;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.CompletionReader;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import io.verbena.verbs.WorkRequestException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests one-sided operations and messages between two connected queue pairs. */
@Timeout(120)
public abstract class ConnectionContract {
    private static final int TURNS = 100;

    private VerbsBed bed;
    private Peer client;
    private Peer server;

    /** Two devices for the next test. */
    protected abstract VerbsBed bed();

    @BeforeEach
    void connect() {
        bed = bed();
        connect(QueuePairType.RC);
    }

    private void connect(QueuePairType type) {
        Peer[] peers = Peer.connected(bed, type);
        client = peers[0];
        server = peers[1];
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        bed.close();
    }

    @Test
    void aMessageArrivesInTheReceiveThatWasPosted() {
        client.fill('c');
        server.receive(7, 100, 500);

        client.pair.post(client.pair.sendRequests(1).send(8).segment(client.region, 0, 300));

        assertThat(client.next()).satisfies(sent -> {
            assertThat(sent.check().id()).isEqualTo(8);
            assertThat(sent.opcode()).isEqualTo(WorkCompletionOpcode.SEND);
            assertThat(sent.queuePair()).isEqualTo(client.pair.number());
        });
        assertThat(server.next()).satisfies(received -> {
            assertThat(received.check().id()).isEqualTo(7);
            assertThat(received.opcode()).isEqualTo(WorkCompletionOpcode.RECEIVE);
            assertThat(received.byteLength()).isEqualTo(300);
            assertThat(received.hasImmediate()).isFalse();
        });
        assertThat(server.bytes(100, 300)).containsOnly('c');
        assertThat(server.bytes(0, 100)).containsOnly(0);
        assertThat(server.bytes(400, 100)).containsOnly(0);
    }

    @ParameterizedTest
    @EnumSource(names = {"RC", "UC"})
    void messagesGoToAndFro(QueuePairType type) {
        close();
        bed = bed();
        connect(type);
        Peer[] turns = {client, server};
        int most = bed.keepsUnsignaled() ? 2 * Peer.CAPACITY.sends() : TURNS;
        server.receive(0, 0, 1024);
        for (int turn = 0; turn < most; turn++) {
            Peer from = turns[turn % 2];
            Peer to = turns[(turn + 1) % 2];
            from.receive(turn + 1, 0, 1024);
            from.buffer.putInt(4096, turn);
            from.pair.post(from.pair
                    .sendRequests(1)
                    .send(turn)
                    .segment(from.region, 4096, 1024)
                    .unsignaled());
            assertThat(to.next().check().id()).isEqualTo(turn);
            assertThat(to.buffer.getInt(0)).isEqualTo(turn);
        }
    }

    @Test
    void immediateDataAreToldInTheOrderOfTheirBytes() {
        server.receive(1, 0, 64);
        server.receive(2, 0, 64);

        client.pair.post(client.pair
                .sendRequests(2)
                .sendImmediate(1, 0x01020304)
                .segment(client.region, 0, 8)
                .writeImmediate(2, server.region.address(), server.region.remoteKey(), 0xcafebabe)
                .segment(client.region, 0, 8));

        assertThat(server.next(2))
                .satisfiesExactly(
                        sent -> {
                            assertThat(sent.check().immediate()).isEqualTo(0x01020304);
                            assertThat(sent.opcode()).isEqualTo(WorkCompletionOpcode.RECEIVE);
                        },
                        written -> {
                            assertThat(written.check().immediate()).isEqualTo(0xcafebabe);
                            assertThat(written.opcode()).isEqualTo(WorkCompletionOpcode.RECEIVE_RDMA_WITH_IMMEDIATE);
                            assertThat(written.byteLength()).isEqualTo(8);
                        });
        client.next(2).forEach(WorkCompletion::check);
    }

    @Test
    void aScatterListIsGatheredHereAndScatteredThere() {
        for (int i = 0; i < 30; i++) {
            client.buffer.put(i * 100, (byte) i);
        }
        server.pair.post(server.pair
                .receiveRequests(1)
                .receive(1)
                .segment(server.region, 0, 2)
                .segment(server.region, 50, 2));

        client.pair.post(client.pair
                .sendRequests(1)
                .send(1)
                .segment(client.region, 100, 1)
                .segment(client.region, 200, 1)
                .segment(client.region, 300, 1)
                .segment(client.region, 400, 1));

        assertThat(server.next().check().byteLength()).isEqualTo(4);
        assertThat(server.bytes(0, 3)).containsExactly(1, 2, 0);
        assertThat(server.bytes(50, 3)).containsExactly(3, 4, 0);
    }

    @Test
    void inlineDataAreTakenWhenTheRequestIsMade() {
        byte[] text = {1, 2, 3, 4, 5};
        server.receive(1, 0, 64);

        SendRequests requests = client.pair.sendRequests(1).send(1).inline(ByteBuffer.wrap(text));
        text[0] = 9;
        client.pair.post(requests);

        assertThat(server.next().check().byteLength()).isEqualTo(5);
        assertThat(server.bytes(0, 5)).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void aWriteChangesTheMemoryOfTheOtherSideAndTellsNobody() {
        client.fill('w');

        client.pair.post(client.pair
                .sendRequests(1)
                .write(3, server.region.address() + 1000, server.region.remoteKey())
                .segment(client.region, 0, 2000));

        assertThat(client.next().check().opcode()).isEqualTo(WorkCompletionOpcode.RDMA_WRITE);
        assertThat(server.bytes(1000, 2000)).containsOnly('w');
        assertThat(server.bytes(3000, 100)).containsOnly(0);
        assertThat(server.queue.poll(server.queue.batch(1))).isZero();
    }

    @Test
    void aReadBringsTheMemoryOfTheOtherSide() {
        server.fill('r');

        client.pair.post(client.pair
                .sendRequests(1)
                .read(4, server.region.address() + 10, server.region.remoteKey())
                .segment(client.region, 500, 3000));

        assertThat(client.next().check().opcode()).isEqualTo(WorkCompletionOpcode.RDMA_READ);
        assertThat(client.bytes(500, 3000)).containsOnly('r');
        assertThat(client.bytes(3500, 100)).containsOnly(0);
    }

    @Test
    void fetchAndAddAnswersWhatWasThere() {
        server.buffer.putLong(64, 40);

        client.pair.post(client.pair
                .sendRequests(1)
                .fetchAndAdd(5, server.region.address() + 64, server.region.remoteKey(), 2)
                .segment(client.region, 8, 8));

        assertThat(client.next().check().opcode()).isEqualTo(WorkCompletionOpcode.FETCH_AND_ADD);
        assertThat(client.buffer.getLong(8)).isEqualTo(40);
        assertThat(server.buffer.getLong(64)).isEqualTo(42);
    }

    @Test
    void compareAndSwapSwapsOnlyWhatWasExpected() {
        server.buffer.putLong(64, 40);
        long address = server.region.address() + 64;
        int key = server.region.remoteKey();

        client.pair.post(client.pair
                .sendRequests(2)
                .compareAndSwap(6, address, key, 41, 1)
                .segment(client.region, 0, 8)
                .compareAndSwap(7, address, key, 40, 2)
                .segment(client.region, 8, 8));

        client.next(2)
                .forEach(completion ->
                        assertThat(completion.check().opcode()).isEqualTo(WorkCompletionOpcode.COMPARE_AND_SWAP));
        assertThat(client.buffer.getLong(0)).isEqualTo(40);
        assertThat(client.buffer.getLong(8)).isEqualTo(40);
        assertThat(server.buffer.getLong(64)).isEqualTo(2);
    }

    @Test
    void aBatchIsPostedAtOnceAndOnlyTheSignaledAreCompleted() {
        SendRequests requests = client.pair.sendRequests(20);
        for (int i = 0; i < 20; i++) {
            client.buffer.put(i, (byte) (i + 1));
            requests.write(i, server.region.address() + 2L * i, server.region.remoteKey())
                    .segment(client.region, i, 1);
            if (i < 19) {
                requests.unsignaled();
            }
        }

        client.pair.post(requests);

        assertThat(requests.size()).isZero();
        assertThat(client.next().check().id()).isEqualTo(19);
        assertThat(client.queue.poll(client.queue.batch(1))).isZero();
        for (int i = 0; i < 20; i++) {
            assertThat(server.buffer.get(2 * i)).isEqualTo((byte) (i + 1));
        }
    }

    @Test
    void futuresAreCompletedByTheReaderOfAQueue() throws Exception {
        try (CompletionReader reader = CompletionReader.of(client.queue)) {
            CompletionReader.Expected first = reader.expect();
            CompletionReader.Expected second = reader.expect();
            long address = server.region.address();

            client.pair.post(client.pair
                    .sendRequests(2)
                    .write(first.id(), address, server.region.remoteKey())
                    .segment(client.region, 0, 64)
                    .read(second.id(), address, server.region.remoteKey())
                    .segment(client.region, 64, 64));

            assertThat(first.future().get(30, TimeUnit.SECONDS).opcode()).isEqualTo(WorkCompletionOpcode.RDMA_WRITE);
            assertThat(second.future().get(30, TimeUnit.SECONDS).opcode()).isEqualTo(WorkCompletionOpcode.RDMA_READ);
        }
    }

    @Test
    void aCallbackThatThrowsKeepsNoFutureFromItsCompletion() throws Exception {
        Consumer<WorkCompletion> thrower = completion -> {
            throw new IllegalStateException("a callback of the user");
        };
        List<Throwable> reported = new CopyOnWriteArrayList<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> reported.add(thrown));
        try (CompletionReader reader = CompletionReader.of(client.queue, thrower)) {
            client.pair.post(client.pair
                    .sendRequests(1)
                    .write(-7, server.region.address(), server.region.remoteKey())
                    .segment(client.region, 0, 64));
            CompletionReader.Expected expected = reader.expect();
            client.pair.post(client.pair
                    .sendRequests(1)
                    .write(expected.id(), server.region.address(), server.region.remoteKey())
                    .segment(client.region, 0, 64));

            assertThat(expected.future().get(30, TimeUnit.SECONDS).opcode()).isEqualTo(WorkCompletionOpcode.RDMA_WRITE);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        assertThat(reported).singleElement().isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anExtendedCompletionQueueTellsWhatItWasAskedFor() {
        CompletionQueue queue = client.context.completionQueue(
                16, client.channel, 0, EnumSet.of(CompletionField.BYTE_LENGTH, CompletionField.IMMEDIATE));
        QueuePair receiver = client.domain
                .queuePair(QueuePairType.RC)
                .completions(queue)
                .capacity(Peer.CAPACITY)
                .create();
        QueuePair sender = server.domain
                .queuePair(QueuePairType.RC)
                .completions(server.queue)
                .capacity(Peer.CAPACITY)
                .create();
        connect(sender, receiver);
        receiver.post(receiver.receiveRequests(1).receive(5).segment(client.region, 0, 100));

        sender.post(sender.sendRequests(1).sendImmediate(6, 99).segment(server.region, 0, 33));

        var batch = queue.batch(4);
        assertThat(queue.await(batch, Peer.LONG)).isEqualTo(1);
        WorkCompletion received = batch.get(0).check();
        assertThat(received.id()).isEqualTo(5);
        assertThat(received.opcode()).isEqualTo(WorkCompletionOpcode.RECEIVE);
        assertThat(received.byteLength()).isEqualTo(33);
        assertThat(received.immediate()).isEqualTo(99);
        assertThat(queue.poll(batch)).isZero();
    }

    @Test
    void theExtendedFunctionsPostTheSameRequests() {
        QueuePair sender = client.domain
                .queuePair(QueuePairType.RC)
                .completions(client.queue)
                .capacity(Peer.CAPACITY)
                .extended(EnumSet.of(
                        SendOperation.SEND,
                        SendOperation.SEND_WITH_IMMEDIATE,
                        SendOperation.RDMA_WRITE,
                        SendOperation.RDMA_READ,
                        SendOperation.FETCH_AND_ADD,
                        SendOperation.COMPARE_AND_SWAP))
                .create();
        QueuePair receiver = server.domain
                .queuePair(QueuePairType.RC)
                .completions(server.queue)
                .capacity(Peer.CAPACITY)
                .create();
        connect(sender, receiver);
        receiver.post(receiver.receiveRequests(2)
                .receive(1)
                .segment(server.region, 0, 64)
                .receive(2)
                .segment(server.region, 64, 64));
        server.buffer.putLong(1024, 5);
        client.buffer.putLong(0, 0x1122334455667788L);
        long address = server.region.address();
        int key = server.region.remoteKey();

        sender.post(sender.sendRequests(5)
                .send(1)
                .inline(ByteBuffer.wrap(new byte[] {1, 2, 3}))
                .sendImmediate(2, 77)
                .segment(client.region, 0, 8)
                .write(3, address + 512, key)
                .segment(client.region, 0, 8)
                .fetchAndAdd(4, address + 1024, key, 1)
                .segment(client.region, 16, 8)
                .read(5, address + 1024, key)
                .segment(client.region, 24, 8)
                .fence());

        assertThat(client.next(5))
                .allMatch(WorkCompletion::isSuccess)
                .extracting(WorkCompletion::id)
                .containsExactly(1L, 2L, 3L, 4L, 5L);
        List<WorkCompletion> received = server.next(2);
        assertThat(received.get(0).byteLength()).isEqualTo(3);
        assertThat(received.get(1).immediate()).isEqualTo(77);
        assertThat(server.bytes(0, 3)).containsExactly(1, 2, 3);
        assertThat(server.buffer.getLong(512)).isEqualTo(0x1122334455667788L);
        assertThat(client.buffer.getLong(16)).isEqualTo(5);
        assertThat(client.buffer.getLong(24)).isEqualTo(6);
    }

    private void connect(QueuePair sender, QueuePair receiver) {
        boolean clientSends = sender.domain() == client.domain;
        Peer from = clientSends ? client : server;
        Peer to = clientSends ? server : client;
        sender.establish(
                QueuePairSetup.port(1).access(Peer.ALL).to(bed.way(from.context, to.context), receiver.number()));
        receiver.establish(
                QueuePairSetup.port(1).access(Peer.ALL).to(bed.way(to.context, from.context), sender.number()));
    }

    @Test
    void readsUnderWayAreAtLeastAsManyAsWereAskedFor() {
        int reads = 4;
        QueuePair pair = client.domain
                .queuePair(QueuePairType.RC)
                .completions(client.queue)
                .create();

        pair.establish(QueuePairSetup.port(1)
                .access(Peer.ALL)
                .reads(reads)
                .to(bed.way(client.context, server.context), server.pair.number()));

        var attributes = pair.query(QueuePairAttribute.INITIATOR_DEPTH, QueuePairAttribute.RESPONDER_RESOURCES);
        assertThat(attributes.number(QueuePairAttribute.INITIATOR_DEPTH)).isGreaterThanOrEqualTo(reads);
        assertThat(attributes.number(QueuePairAttribute.RESPONDER_RESOURCES)).isGreaterThanOrEqualTo(reads);
    }

    @Test
    void establishSetsWhatItWasTold() {
        var attributes = client.pair.query(
                QueuePairAttribute.STATE,
                QueuePairAttribute.PORT,
                QueuePairAttribute.DESTINATION_QUEUE_PAIR,
                QueuePairAttribute.ACCESS,
                QueuePairAttribute.RETRIES);

        assertThat(attributes.state()).isEqualTo(QueuePairState.READY_TO_SEND);
        assertThat(attributes.number(QueuePairAttribute.PORT)).isEqualTo(1);
        assertThat(attributes.number(QueuePairAttribute.DESTINATION_QUEUE_PAIR)).isEqualTo(server.pair.number());
        assertThat(attributes.access()).contains(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ);
        assertThat(attributes.number(QueuePairAttribute.RETRIES)).isEqualTo(7);
    }

    @Test
    void anOperationThatAQueuePairWasNotCreatedForIsRefused() {
        QueuePair sender = client.domain
                .queuePair(QueuePairType.RC)
                .completions(client.queue)
                .capacity(Peer.CAPACITY)
                .extended(EnumSet.of(SendOperation.SEND))
                .create();
        QueuePair receiver = server.domain
                .queuePair(QueuePairType.RC)
                .completions(server.queue)
                .create();
        connect(sender, receiver);
        SendRequests requests = sender.sendRequests(1)
                .sendInvalidate(1, server.region.remoteKey())
                .segment(client.region, 0, 8);

        assertThatExceptionOfType(WorkRequestException.class)
                .isThrownBy(() -> sender.post(requests))
                .withMessageContaining("ibv_wr_complete");
        assertThat(requests.size()).as("the batch stays as it is").isEqualTo(1);
    }

    @Test
    void postingAndPollingAllocateNothing() {
        SendRequests requests = client.pair.sendRequests(1);
        CompletionBatch batch = client.queue.batch(4);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        writes(requests, batch, 2_000);

        long before = threads.getCurrentThreadAllocatedBytes();
        writes(requests, batch, 1_000);

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000);
    }

    private void writes(SendRequests requests, CompletionBatch batch, int times) {
        long address = server.region.address();
        int key = server.region.remoteKey();
        for (int i = 0; i < times; i++) {
            requests.write(i, address, key).segment(client.region, 0, 64);
            client.pair.post(requests);
            while (client.queue.poll(batch) == 0) {
                LockSupport.parkNanos(1);
            }
            WorkCompletion written = batch.get(0);
            if (written.status() != WorkCompletionStatus.SUCCESS || written.id() != i) {
                throw new AssertionError(written.toString());
            }
        }
    }

    @Test
    void aWaitEndsWhenItsTimeIsOver() {
        long begin = System.nanoTime();

        assertThat(client.queue.await(client.queue.batch(1), Duration.ofMillis(200)))
                .isZero();

        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .isBetween(Duration.ofMillis(190), Duration.ofSeconds(20));
    }
}
