package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.efa.EfaDevice;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.CompletionCounterType;
import io.verbena.hca.CompletionField;
import io.verbena.hca.EfaCapability;
import io.verbena.hca.EfaMemory;
import io.verbena.hca.EfaProcessingHint;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SendOperation;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests scalable reliable datagrams between two devices of the EFA family. */
@Timeout(120)
public abstract class SrdContract {
    private VerbsBed bed;
    private SrdPeer client;
    private SrdPeer server;
    private AddressHandle way;

    /** Two devices for the next test. */
    protected abstract VerbsBed bed();

    @BeforeEach
    void open() {
        bed = bed();
        client = new SrdPeer(bed.open(0));
        server = new SrdPeer(bed.open(1));
        server.establish();
        way = client.domain.addressHandle(bed.way(client.context, server.context));
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        bed.close();
    }

    private void sendOnce(long id) {
        server.receive(id, 0, 64);
        client.send(id, 0, 64, way, server.pair);
        assertThat(client.next().check().id()).isEqualTo(id);
        assertThat(server.next().check().id()).isEqualTo(id);
    }

    @Test
    void theDeviceTellsItsLimits() {
        assertThat(EfaDevice.isEfa(client.context)).isTrue();
        assertThat(client.device.attributes().maxSends()).isPositive();
        assertThat(client.device.attributes().capabilities().contains(EfaCapability.RNR_RETRY))
                .isTrue();
        assertThat(client.pair.type()).isEqualTo(QueuePairType.DRIVER);
    }

    @Test
    void aMessageArrivesWithoutAHeader() {
        client.establish();
        client.buffer.put(0, (byte) 'a').put(99, (byte) 'z');
        server.receive(1, 1000, 200);

        client.post(
                client.requests().sendImmediate(2, 0x11223344).segment(client.region, 0, 100),
                way,
                server.pair.number());

        WorkCompletion sent = client.next().check();
        WorkCompletion received = server.next().check();
        assertThat(sent.id()).isEqualTo(2);
        assertThat(received.id()).isEqualTo(1);
        assertThat(received.byteLength()).isEqualTo(100);
        assertThat(received.immediate()).isEqualTo(0x11223344);
        assertThat(server.buffer.get(1000)).isEqualTo((byte) 'a');
        assertThat(server.buffer.get(1099)).isEqualTo((byte) 'z');
    }

    @Test
    void aCompletionReportsTheSource() {
        client.establish();
        server.receive(1, 0, 64);

        client.send(2, 0, 64, way, server.pair);

        WorkCompletion received = server.next().check();
        assertThat(received.sourceQueuePair()).isEqualTo(client.pair.number());
        assertThat(received.sourceGid())
                .isEqualTo(client.context.gid(1, 0).orElseThrow().gid());
        assertThat(received.isUnsolicited()).isFalse();
    }

    @Test
    void aQueuePairSendsToSeveralOthers() {
        client.establish();
        AddressHandle toItself = client.domain.addressHandle(bed.way(client.context, client.context));
        server.receive(1, 0, 64);
        client.receive(2, 512, 64);

        client.send(3, 0, 64, way, server.pair);
        client.send(4, 0, 64, toItself, client.pair);

        assertThat(server.next().check().id()).isEqualTo(1);
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ids.add(client.next().check().id());
        }
        assertThat(ids).containsExactlyInAnyOrder(2L, 3L, 4L);
    }

    @Test
    void memoryOfAnyPeerIsWrittenAndRead() {
        client.establish();
        client.buffer.putLong(0, 0x1234567890abcdefL);

        client.post(
                client.requests()
                        .write(1, server.region.address() + 512, server.region.remoteKey())
                        .segment(client.region, 0, 8),
                way,
                server.pair.number());
        assertThat(client.next().check().opcode()).isEqualTo(WorkCompletionOpcode.RDMA_WRITE);
        client.post(
                client.requests()
                        .read(2, server.region.address() + 512, server.region.remoteKey())
                        .segment(client.region, 2048, 8),
                way,
                server.pair.number());

        assertThat(client.next().check().opcode()).isEqualTo(WorkCompletionOpcode.RDMA_READ);
        assertThat(server.buffer.getLong(512)).isEqualTo(0x1234567890abcdefL);
        assertThat(client.buffer.getLong(2048)).isEqualTo(0x1234567890abcdefL);
    }

    @Test
    void aWriteWithImmediateDataConsumesAReceive() {
        client.establish();
        server.receive(7, 0, 0);

        client.post(
                client.requests()
                        .writeImmediate(1, server.region.address() + 64, server.region.remoteKey(), 42)
                        .segment(client.region, 0, 16),
                way,
                server.pair.number());

        client.next().check();
        WorkCompletion received = server.next().check();
        assertThat(received.id()).isEqualTo(7);
        assertThat(received.opcode()).isEqualTo(WorkCompletionOpcode.RECEIVE_RDMA_WITH_IMMEDIATE);
        assertThat(received.immediate()).isEqualTo(42);
    }

    @Test
    void aMessageWaitsForItsReceive() {
        client.establish();
        client.send(1, 0, 64, way, server.pair);
        assertThat(client.queue.await(client.queue.batch(1), Duration.ofMillis(20)))
                .isZero();

        server.receive(2, 0, 64);

        assertThat(client.next().check().id()).isEqualTo(1);
        assertThat(server.next().check().id()).isEqualTo(2);
    }

    @Test
    void aMessageThatFindsNoReceiveFailsAlone() {
        client.establish(2);

        client.send(1, 0, 64, way, server.pair);

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.RNR_RETRY_EXCEEDED);
        assertThat(client.pair.state()).isEqualTo(QueuePairState.READY_TO_SEND);
        sendOnce(2);
    }

    @Test
    void aMessageToAnUnknownQueuePairFailsAlone() {
        client.establish();

        client.post(client.requests().send(1).segment(client.region, 0, 8), way, 0xfffff0);

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.REMOTE_INVALID_READ_REQUEST);
        sendOnce(2);
    }

    @Test
    void aMessageLongerThanThePathPermitsFailsAlone() {
        client.establish();

        client.send(1, 0, Peer.BYTES, way, server.pair);

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.LOCAL_LENGTH_ERROR);
        sendOnce(2);
    }

    @Test
    void aMessageLongerThanItsReceiveFailsOnBothSides() {
        client.establish();
        server.receive(1, 0, 32);

        client.send(2, 0, 64, way, server.pair);

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.REMOTE_INVALID_REQUEST);
        assertThat(server.next().status()).isEqualTo(WorkCompletionStatus.LOCAL_LENGTH_ERROR);
        sendOnce(3);
    }

    @Test
    void aWriteOutsideOfARegionFailsAlone() {
        client.establish();

        client.post(
                client.requests()
                        .write(1, server.region.address() + Peer.BYTES - 8, server.region.remoteKey())
                        .segment(client.region, 0, 16),
                way,
                server.pair.number());

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.REMOTE_ACCESS_ERROR);
        sendOnce(2);
    }

    @Test
    void aRequestWithoutADestinationIsRefusedBeforeItIsPosted() {
        client.establish();
        SendRequests send = client.requests().send(1).segment(client.region, 0, 8);
        SendRequests write = client.requests()
                .write(1, server.region.address(), server.region.remoteKey())
                .segment(client.region, 0, 8);

        assertThatIllegalStateException()
                .isThrownBy(() -> client.pair.post(send))
                .withMessageContaining("without a destination");
        assertThatIllegalStateException()
                .isThrownBy(() -> client.pair.post(write))
                .withMessageContaining("without a destination");
    }

    @Test
    void hintsAreRefusedBeforeTheyArePosted() {
        client.establish();
        SendRequests hinted = client.requests()
                .send(1)
                .to(way, server.pair.number(), SrdPeer.QKEY)
                .segment(client.region, 0, 8)
                .processingHints(Set.of(EfaProcessingHint.PACKET_RATE));

        assertThatIllegalStateException()
                .isThrownBy(() -> client.pair.post(hinted))
                .withMessageContaining("processingHints()");

        hinted.clear();
        client.pair.post(
                hinted.send(1).to(way, server.pair.number(), SrdPeer.QKEY).segment(client.region, 0, 8));
        server.receive(2, 0, 64);
        assertThat(client.next().check().id()).isEqualTo(1);
    }

    @Test
    void requestsThatWaitAreFlushed() {
        client.establish();
        client.send(1, 0, 64, way, server.pair);
        client.send(2, 0, 64, way, server.pair);

        client.pair.flush();

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.FLUSHED);
        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.FLUSHED);
    }

    @Test
    void theSendQueueHasItsCapacity() {
        client.establish();
        int capacity = client.pair.capacity().sends();
        for (int i = 0; i < capacity; i++) {
            client.send(i, 0, 8, way, server.pair);
        }

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.send(capacity, 0, 8, way, server.pair))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM));
    }

    @Test
    void theReceiveQueueHasItsCapacity() {
        int capacity = server.pair.capacity().receives();
        for (int i = 0; i < capacity; i++) {
            server.receive(i, 0, 8);
        }

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> server.receive(capacity, 0, 8))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM));
    }

    @Test
    void aReceiveHasItsSegmentsAndNoMore() {
        ReceiveRequests list = server.pair.receiveRequests(1).receive(1);
        for (int i = 0; i < server.pair.capacity().receiveSegments(); i++) {
            list.segment(server.region, i * 8L, 8);
        }

        assertThatIllegalStateException()
                .isThrownBy(() -> list.segment(server.region, 512, 8))
                .withMessageContaining("at most " + server.pair.capacity().receiveSegments() + " segments");
    }

    @Test
    void requestsAreRefusedBeforeTheQueuePairIsReady() {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.receive(1, 0, 8))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.send(1, 0, 8, way, server.pair))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
    }

    @Test
    void aMessageMayBeEmpty() {
        client.establish();
        server.receive(1, 0, 64);

        client.post(client.requests().send(2), way, server.pair.number());

        assertThat(client.next().check().id()).isEqualTo(2);
        assertThat(server.next().check().byteLength()).isZero();
    }

    @Test
    void whatTheDeviceLacksIsRefused() {
        assertThatExceptionOfType(UnsupportedException.class)
                .isThrownBy(() -> client.device
                        .queuePair(client.domain)
                        .completions(client.queue)
                        .operations(SendOperation.FETCH_AND_ADD)
                        .create());
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.domain
                        .queuePair(QueuePairType.DRIVER)
                        .completions(client.queue)
                        .create());
        assertThatIllegalStateException()
                .isThrownBy(() -> client.device.queuePair(client.domain).create());
        assertThatIllegalArgumentException().isThrownBy(() -> client.device.completionQueue(1, null, 0, Set.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> client.device.interconnects(server.region));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.device.completionQueue(
                        1, null, 0, Set.of(CompletionField.BYTE_LENGTH), EfaMemory.ofProcess(4096, 4096)))
                .withMessageContaining("not a DMA-BUF");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.device.completionCounter(
                        CompletionCounterType.REQUESTS, EfaMemory.ofProcess(4096, 4), EfaMemory.OF_LIBRARY))
                .withMessageContaining("4 bytes");
    }

    @Test
    void objectsHaveTheirNumbers() {
        AddressHandle other = client.domain.addressHandle(bed.way(client.context, server.context));

        assertThat(client.device.number(way)).isBetween(0, 0xffff).isNotEqualTo(client.device.number(other));
        assertThat(client.device.interconnects(client.region)).isNotNull();
    }
}
