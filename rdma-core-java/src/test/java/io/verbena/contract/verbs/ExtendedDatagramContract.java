package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.error.Errno;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.CompletionField;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SendOperation;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import io.verbena.verbs.WorkRequestException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Datagrams that the extended functions post, and extended completion queues tell of. */
@Timeout(120)
public abstract class ExtendedDatagramContract {
    private static final int HEADER = 40;
    private static final int QKEY = 0x11111111;
    private static final int TURNS = 100;

    private VerbsBed bed;
    private Peer client;
    private Peer server;
    private QueuePair sender;
    private CompletionQueue told;
    private QueuePair receiver;
    private AddressHandle way;

    /** Two devices for the next test. */
    protected abstract VerbsBed bed();

    /** The fields of completions that the devices report: those that all devices do, unless a subclass knows more. */
    protected Set<CompletionField> fields() {
        return EnumSet.range(CompletionField.BYTE_LENGTH, CompletionField.PATH_BITS);
    }

    @BeforeEach
    void connect() {
        bed = bed();
        Peer[] peers = Peer.unconnected(bed, QueuePairType.UD);
        client = peers[0];
        server = peers[1];
        told = server.context.completionQueue(
                64, server.channel, 0, EnumSet.of(CompletionField.BYTE_LENGTH, CompletionField.IMMEDIATE));
        sender = extended(client, client.queue);
        receiver = extended(server, told);
        way = client.domain.addressHandle(bed.way(client.context, server.context));
    }

    private static QueuePair extended(Peer peer, CompletionQueue queue) {
        QueuePair pair = peer.domain
                .queuePair(QueuePairType.UD)
                .completions(queue)
                .capacity(Peer.CAPACITY)
                .extended(EnumSet.of(SendOperation.SEND, SendOperation.SEND_WITH_IMMEDIATE))
                .create();
        pair.establish(QueuePairSetup.port(1).queueKey(QKEY));
        return pair;
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        bed.close();
    }

    private void receive(MemoryRegion region) {
        receiver.post(receiver.receiveRequests(1).receive(7).segment(region, 0, 1024));
    }

    private SendRequests addressed(SendRequests request) {
        return request.to(way, receiver.number(), QKEY);
    }

    private WorkCompletion received() {
        client.next().check();
        var batch = told.batch(1);
        assertThat(told.await(batch, Peer.LONG)).isEqualTo(1);
        assertThat(batch.get(0).check().id()).isEqualTo(7);
        return batch.get(0).copy();
    }

    @Test
    void aHundredArriveOneAfterTheOther() {
        SendRequests request = sender.sendRequests(1);
        for (int turn = 1; turn <= TURNS; turn++) {
            receive(server.region);
            client.fill(turn);
            sender.post(addressed(request.send(turn).segment(client.region, 0, 500)));

            assertThat(received().byteLength()).isEqualTo(HEADER + 500);
            assertThat(server.bytes(HEADER, 500)).containsOnly(turn);
        }
    }

    @Test
    void oneCarriesImmediateData() {
        receive(server.region);

        sender.post(
                addressed(sender.sendRequests(1).sendImmediate(1, 0xcafebabe).segment(client.region, 0, 8)));

        assertThat(received()).satisfies(completion -> {
            assertThat(completion.immediate()).isEqualTo(0xcafebabe);
            assertThat(completion.byteLength()).isEqualTo(HEADER + 8);
        });
    }

    @Test
    void aCompletionHasEveryFieldThatTheDeviceReports() {
        long before = System.currentTimeMillis();
        told = server.context.completionQueue(64, server.channel, 0, fields());
        receiver = extended(server, told);
        receive(server.region);
        receive(server.region);
        sender.post(
                addressed(sender.sendRequests(1).sendImmediate(1, 0xcafebabe).segment(client.region, 0, 8)));
        WorkCompletion first = received();
        sender.post(addressed(sender.sendRequests(1).send(1).segment(client.region, 0, 8)));
        WorkCompletion second = received();

        assertThat(first.byteLength()).isEqualTo(HEADER + 8);
        assertThat(first.immediate()).isEqualTo(0xcafebabe);
        assertThat(first.queuePair()).isEqualTo(receiver.number());
        assertThat(first.sourceQueuePair()).isEqualTo(sender.number());
        assertThat(first.sourceLid()).isEqualTo(client.context.port(1).lid().bits());
        assertThat(first.serviceLevel()).isZero();
        assertThat(first.pathBits()).isZero();
        if (fields().contains(CompletionField.TIMESTAMP)) {
            assertThat(second.timestamp()).isGreaterThanOrEqualTo(first.timestamp());
        }
        if (fields().contains(CompletionField.WALLCLOCK)) {
            assertThat(Duration.ofNanos(second.wallclockNanos()).toMillis())
                    .isBetween(before, System.currentTimeMillis());
        }
    }

    @Test
    void oneHasNoBytes() {
        receive(server.region);

        sender.post(addressed(sender.sendRequests(1).send(1)));

        assertThat(received().byteLength()).isEqualTo(HEADER);
    }

    @Test
    void oneArrivesInMemoryThatNeedsNoOrder() {
        ByteBuffer memory = ByteBuffer.allocateDirect(1024);
        receive(server.domain.register(memory, AccessFlag.LOCAL_WRITE, AccessFlag.RELAXED_ORDERING));
        client.fill('o');

        sender.post(addressed(sender.sendRequests(1).send(1).segment(client.region, 0, 100)));

        received();
        assertThat(memory.get(HEADER)).isEqualTo((byte) 'o');
        assertThat(memory.get(HEADER + 99)).isEqualTo((byte) 'o');
        assertThat(memory.get(HEADER + 100)).isZero();
    }

    @Test
    void aQueuePairThatIsResetTakesNothing() {
        sender.reset();
        receiver.reset();

        assertThatExceptionOfType(WorkRequestException.class)
                .isThrownBy(() ->
                        sender.post(addressed(sender.sendRequests(1).send(1).segment(client.region, 0, 8))))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
        assertThatExceptionOfType(WorkRequestException.class)
                .isThrownBy(() -> receive(server.region))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
    }

    @Test
    void aFullQueueOfReceivesTakesNoMore() {
        int room = receiver.capacity().receives();
        for (int i = 0; i < room; i++) {
            receive(server.region);
        }

        assertThatExceptionOfType(WorkRequestException.class)
                .isThrownBy(() -> {
                    receive(server.region);
                    receive(server.region);
                })
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM));
    }

    @Test
    void aReceiveHasNoMoreSegmentsThanItsQueuePair() {
        int room = receiver.capacity().receiveSegments();
        ReceiveRequests requests = receiver.receiveRequests(1).receive(1);
        for (int i = 0; i < room; i++) {
            requests.segment(server.region, 8L * i, 8);
        }

        assertThatIllegalStateException()
                .isThrownBy(() -> requests.segment(server.region, 8L * room, 8))
                .withMessageContaining("at most " + room + " segments");
    }
}
