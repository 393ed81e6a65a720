package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.VerbsObject;
import io.verbena.verbs.WorkRequestException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests which object closes which, and calls that come too late or make no sense. */
@Timeout(120)
public abstract class OwnershipContract {
    private static final int CYCLES = 20;

    private VerbsBed bed;
    private Peer client;
    private Peer server;

    /** Two devices for the next test. */
    protected abstract VerbsBed bed();

    @BeforeEach
    void connect() {
        bed = bed();
        Peer[] peers = Peer.connected(bed, QueuePairType.RC);
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
    void aDeviceClosesAllThatWasMadeOfIt() {
        List<VerbsObject> all =
                List.of(client.pair, client.region, client.queue, client.channel, client.domain, client.context);

        client.context.close();

        assertThat(all).allMatch(VerbsObject::isClosed);
        all.forEach(VerbsObject::close);
    }

    @Test
    void aCompletionQueueClosesTheQueuePairsThatUseItAndNothingElse() {
        client.queue.close();

        assertThat(client.pair.isClosed()).isTrue();
        assertThat(client.region.isClosed()).isFalse();
        assertThat(client.domain.isClosed()).isFalse();
    }

    @Test
    void whoeverComesTooLateIsToldWhatIsClosed() {
        SendRequests sends = client.pair.sendRequests(1).send(1).segment(client.region, 0, 8);
        ReceiveRequests receives = client.pair.receiveRequests(1).receive(1).segment(client.region, 0, 8);
        CompletionBatch batch = client.queue.batch(1);

        client.context.close();

        refused("QueuePair[", () -> client.pair.post(sends));
        refused("QueuePair[", () -> client.pair.post(receives));
        refused("QueuePair[", client.pair::state);
        refused("QueuePair[", client.pair::flush);
        refused("CompletionQueue[", () -> client.queue.poll(batch));
        refused("CompletionQueue[", () -> client.queue.await(batch, Peer.LONG));
        refused("CompletionQueue[", () -> client.queue.requestNotification(false));
        refused("CompletionQueue[", () -> client.queue.resize(5));
        refused("MemoryRegion[", () -> client.pair.sendRequests(1).send(1).segment(client.region, 0, 8));
        refused("ProtectionDomain[", () -> client.domain.register(ByteBuffer.allocateDirect(8)));
        refused(
                "ProtectionDomain[",
                () -> client.domain
                        .queuePair(QueuePairType.RC)
                        .completions(client.queue)
                        .create());
        refused("is closed", client.context::properties);
        refused("is closed", client.context::protectionDomain);
        refused("is closed", () -> client.context.awaitEvent(Peer.LONG));
    }

    private static void refused(String name, ThrowingCallable call) {
        assertThatExceptionOfType(ClosedObjectException.class).isThrownBy(call).withMessageContaining(name);
    }

    @Test
    void closingAQueueWakesWhoeverWaitsForIt() throws Exception {
        CompletableFuture<Integer> waiting =
                CompletableFuture.supplyAsync(() -> client.queue.await(client.queue.batch(1), Peer.LONG));
        CompletableFuture<?> events = CompletableFuture.supplyAsync(() -> client.context.awaitEvent(Peer.LONG));
        Thread.sleep(200);

        client.context.close();

        for (CompletableFuture<?> late : List.of(waiting, events)) {
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> late.get(10, TimeUnit.SECONDS))
                    .withCauseInstanceOf(ClosedObjectException.class);
        }
    }

    @Test
    void aQueuePairThatIsClosedUnderTrafficComesBack() {
        for (int i = 0; i < 16; i++) {
            server.receive(i, 0, 64);
        }
        SendRequests requests = client.pair.sendRequests(16);
        for (int i = 0; i < 16; i++) {
            requests.write(i, server.region.address(), server.region.remoteKey())
                    .segment(client.region);
        }
        client.pair.post(requests);

        client.pair.close();
        server.pair.close();

        assertThat(client.pair.isClosed()).isTrue();
    }

    @Test
    void nothingIsLeftOfManyThatWereOpenedAndClosed() {
        long before = descriptors();
        for (int i = 0; i < CYCLES; i++) {
            for (Peer peer : Peer.connected(bed, QueuePairType.RC)) {
                peer.close();
            }
        }
        assertThat(descriptors()).isEqualTo(before);
    }

    private static long descriptors() {
        String[] open = new java.io.File("/proc/self/fd").list();
        return open == null ? 0 : open.length;
    }

    @Test
    void whatTheDeviceCannotReachIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.domain.register(ByteBuffer.allocate(8)))
                .withMessageContaining("allocateDirect");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.domain.register(ByteBuffer.allocateDirect(0)))
                .withMessageContaining("no bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.domain.register(ByteBuffer.allocateDirect(8), AccessFlag.REMOTE_WRITE))
                .withMessageContaining("LOCAL_WRITE");
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> client.pair.sendRequests(1).send(1).segment(client.region, Peer.BYTES - 4, 8))
                .withMessageContainingAll("8 bytes at offset 8188", "8192");
    }

    @Test
    void objectsOfTwoDevicesDoNotMix() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.domain
                        .queuePair(QueuePairType.RC)
                        .completions(server.queue)
                        .create())
                .withMessageContaining("another open device");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.context.completionQueue(1, server.channel, 0))
                .withMessageContaining("another");
    }

    @Test
    void aBatchHasRoomForWhatItWasMadeFor() {
        SendRequests requests = client.pair.sendRequests(1).send(1);
        int segments = client.pair.capacity().sendSegments();
        for (int i = 0; i < segments; i++) {
            requests.segment(client.region, 0, 1);
        }

        assertThatIllegalStateException()
                .isThrownBy(() -> requests.segment(client.region, 0, 1))
                .withMessageContaining("at most " + segments + " segments");
        assertThatIllegalStateException().isThrownBy(() -> requests.send(2)).withMessageContaining("room for 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.pair.sendRequests(1).send(1).inline(ByteBuffer.allocate(100_000)))
                .withMessageContaining("100000 bytes");
    }

    @Test
    void aClearedBatchHasNoRequestToAddDataTo() {
        SendRequests requests = client.pair.sendRequests(1).send(1).segment(client.region, 0, 1);
        requests.clear();

        assertThatIllegalStateException()
                .isThrownBy(() -> requests.inline(ByteBuffer.allocate(0)))
                .withMessageContaining("the batch is empty");
        assertThatIllegalStateException()
                .isThrownBy(() -> requests.segment(client.region, 0, 1))
                .withMessageContaining("the batch is empty");
    }

    @Test
    void aFullQueueSaysHowManyWerePosted() {
        int room = server.pair.capacity().receives();
        ReceiveRequests requests = server.pair.receiveRequests(room + 5);
        for (int i = 0; i < room + 5; i++) {
            requests.receive(i).segment(server.region, 0, 8);
        }

        assertThatExceptionOfType(WorkRequestException.class)
                .isThrownBy(() -> server.pair.post(requests))
                .satisfies(e -> {
                    assertThat(e.errno()).isEqualTo(Errno.ENOMEM);
                    assertThat(e.index()).isBetween(room, room + 4);
                })
                .withMessageContainingAll("ibv_post_recv", "the queue is full");
    }

    @Test
    void aQueuePairThatIsNotConnectedTakesNoSend() {
        client.pair.reset();

        assertThat(client.pair.state()).isEqualTo(QueuePairState.RESET);
        assertThatExceptionOfType(WorkRequestException.class)
                .isThrownBy(() ->
                        client.pair.post(client.pair.sendRequests(1).send(1).segment(client.region, 0, 8)))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL))
                .satisfies(e -> assertThat(e.index()).isZero());
    }

    @Test
    void anArgumentThatTheDeviceRefusesIsNamedWithItsCall() {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.context.completionQueue(1 << 30))
                .satisfies(e -> assertThat(e.call()).isEqualTo("ibv_create_cq"))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL))
                .withMessageContaining(client.context.device());
    }
}
