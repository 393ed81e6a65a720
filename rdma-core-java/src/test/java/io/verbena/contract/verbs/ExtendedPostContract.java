package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.FlushPlacement;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SendOperation;
import io.verbena.hca.WindowType;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.MemoryWindow;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the extended send functions of a connected queue pair. */
@Timeout(120)
public abstract class ExtendedPostContract {
    private VerbsBed bed;
    private Peer client;
    private Peer server;
    private QueuePair sender;
    private QueuePair receiver;

    /** Two devices for the next test. */
    protected abstract VerbsBed bed();

    @BeforeEach
    void connect() {
        bed = bed();
        Peer[] peers = Peer.unconnected(bed, QueuePairType.RC);
        client = peers[0];
        server = peers[1];
        sender = extended(client);
        receiver = extended(server);
        sender.establish(
                QueuePairSetup.port(1).access(Peer.ALL).to(bed.way(client.context, server.context), receiver.number()));
        receiver.establish(
                QueuePairSetup.port(1).access(Peer.ALL).to(bed.way(server.context, client.context), sender.number()));
    }

    private static QueuePair extended(Peer peer) {
        EnumSet<SendOperation> operations = EnumSet.of(
                SendOperation.RDMA_WRITE,
                SendOperation.RDMA_WRITE_WITH_IMMEDIATE,
                SendOperation.RDMA_READ,
                SendOperation.COMPARE_AND_SWAP,
                SendOperation.SEND_WITH_INVALIDATE,
                SendOperation.LOCAL_INVALIDATE,
                SendOperation.BIND_WINDOW);
        if (peer.context.extensions().writesAtomically()) {
            operations.add(SendOperation.ATOMIC_WRITE);
        }
        return peer.domain
                .queuePair(QueuePairType.RC)
                .completions(peer.queue)
                .capacity(Peer.CAPACITY)
                .extended(operations)
                .create();
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        bed.close();
    }

    private WorkCompletion done(SendRequests request) {
        sender.post(request);
        return client.next();
    }

    private SendRequests one() {
        return sender.sendRequests(1);
    }

    @Test
    void aWriteTellsItsImmediateData() {
        client.fill('i');
        receiver.post(receiver.receiveRequests(1).receive(5).segment(server.region, 0, 8));

        done(one().writeImmediate(1, server.region.address() + 64, server.region.remoteKey(), 0x01020304)
                        .segment(client.region, 0, 32))
                .check();

        WorkCompletion received = server.next().check();
        assertThat(received.opcode()).isEqualTo(WorkCompletionOpcode.RECEIVE_RDMA_WITH_IMMEDIATE);
        assertThat(received.immediate()).isEqualTo(0x01020304);
        assertThat(server.bytes(64, 32)).containsOnly('i');
        assertThat(server.bytes(0, 64)).containsOnly(0);
    }

    @Test
    void aWriteOfNoBytesChangesNothing() {
        client.fill('x');

        done(one().write(1, server.region.address(), server.region.remoteKey())).check();

        assertThat(server.bytes(0, Peer.BYTES)).containsOnly(0);
    }

    @Test
    void aReadOfNoBytesBringsNothing() {
        server.fill('x');

        WorkCompletion read = done(one().read(1, server.region.address(), server.region.remoteKey()))
                .check();

        assertThat(read.opcode()).isEqualTo(WorkCompletionOpcode.RDMA_READ);
        assertThat(client.bytes(0, Peer.BYTES)).containsOnly(0);
    }

    @Test
    void aSwapAnswersWhatWasThere() {
        server.buffer.putLong(64, 40);

        WorkCompletion swapped = done(one().compareAndSwap(
                                1, server.region.address() + 64, server.region.remoteKey(), 40, 2)
                        .segment(client.region, 8, 8))
                .check();

        assertThat(swapped.opcode()).isEqualTo(WorkCompletionOpcode.COMPARE_AND_SWAP);
        assertThat(client.buffer.getLong(8)).isEqualTo(40);
        assertThat(server.buffer.getLong(64)).isEqualTo(2);
    }

    @Test
    void anAtomicWriteIsSeenWhole() {
        assumeTrue(client.context.extensions().writesAtomically(), "the device has no atomic writes");

        WorkCompletion written = done(one().atomicWrite(
                                1, server.region.address() + 64, server.region.remoteKey(), 0x0102030405060708L))
                .check();

        assertThat(written.opcode()).isEqualTo(WorkCompletionOpcode.ATOMIC_WRITE);
        assertThat(server.buffer.getLong(64)).isEqualTo(0x0102030405060708L);
        assertThat(server.bytes(0, 64)).containsOnly(0);
        assertThat(server.bytes(72, 64)).containsOnly(0);
    }

    @Test
    void anAtomicWriteToAnOddAddressIsRefused() {
        assumeTrue(client.context.extensions().writesAtomically(), "the device has no atomic writes");

        assertThat(done(one().atomicWrite(1, server.region.address() + 4, server.region.remoteKey(), 1))
                        .status())
                .isEqualTo(WorkCompletionStatus.REMOTE_INVALID_REQUEST);
        assertThat(server.bytes(0, 64)).containsOnly(0);
    }

    @Test
    void whatAQueuePairWasNotCreatedForIsNotPosted() {
        SendRequests flush = one().flushRegion(1, server.region.remoteKey(), EnumSet.of(FlushPlacement.GLOBAL));
        assertThatIllegalStateException().isThrownBy(() -> sender.post(flush)).withMessageContaining("[FLUSH]");

        SendRequests write = client.pair.sendRequests(1).atomicWrite(1, 0, 0, 1);
        assertThatIllegalStateException()
                .isThrownBy(() -> client.pair.post(write))
                .withMessageContaining("[ATOMIC_WRITE]");
    }

    @Test
    void aWindowIsBoundWithNoMoreAccessThanItIsGiven() {
        MemoryRegion region = windowed();
        MemoryWindow window = server.domain.window(WindowType.TYPE_2);
        int key = window.remoteKey() + 1;
        receiver.post(receiver.sendRequests(1).bind(1, window, key, region, 0, 64, EnumSet.of(AccessFlag.LOCAL_WRITE)));
        server.next().check();

        WorkCompletion written = done(one().write(2, region.address(), key).segment(client.region, 0, 8));

        assertThat(written.status()).isEqualTo(WorkCompletionStatus.REMOTE_ACCESS_ERROR);
        assertThat(server.bytes(0, 8)).containsOnly(0);
    }

    private int boundWindow(MemoryWindow window, MemoryRegion region) {
        int key = window.nextKey();
        receiver.post(
                receiver.sendRequests(1).bind(1, window, key, region, 0, 64, EnumSet.of(AccessFlag.REMOTE_WRITE)));
        server.next().check();
        done(one().write(2, region.address(), key).segment(client.region, 0, 8)).check();
        return key;
    }

    private MemoryRegion windowed() {
        return server.domain.register(
                server.buffer, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.WINDOW_BIND);
    }

    private void assertNoAccess(MemoryRegion region, int key) {
        assertThat(done(one().write(3, region.address(), key).segment(client.region, 0, 8))
                        .status())
                .isEqualTo(WorkCompletionStatus.REMOTE_ACCESS_ERROR);
    }

    @Test
    void aKeyThatItsOwnerInvalidatesGivesNoAccess() {
        MemoryRegion region = windowed();
        int key = boundWindow(server.domain.window(WindowType.TYPE_2), region);

        receiver.post(receiver.sendRequests(1).invalidate(4, key));

        assertThat(server.next().check().opcode()).isEqualTo(WorkCompletionOpcode.LOCAL_INVALIDATE);
        assertNoAccess(region, key);
    }

    @Test
    void aKeyThatAMessageInvalidatesGivesNoAccess() {
        MemoryRegion region = windowed();
        int key = boundWindow(server.domain.window(WindowType.TYPE_2), region);
        receiver.post(receiver.receiveRequests(1).receive(5).segment(server.region, 0, 64));

        done(one().sendInvalidate(4, key).segment(client.region, 0, 8)).check();

        assertThat(server.next().check().invalidatedKey()).isEqualTo(key);
        assertNoAccess(region, key);
    }

    @Test
    void aWindowThatIsClosedGivesNoAccess() {
        MemoryRegion region = windowed();
        MemoryWindow window = server.domain.window(WindowType.TYPE_2);
        int key = boundWindow(window, region);

        window.close();

        assertNoAccess(region, key);
    }

    @Test
    void aCompletionQueueIsNotMadeSmallerThanWhatItHolds() {
        int held = 8;
        for (int i = 0; i < held; i++) {
            long seen = client.queue.events();
            client.queue.requestNotification(false);
            sender.post(one().write(i, server.region.address(), server.region.remoteKey())
                    .segment(client.region, i, 1));
            assertThat(client.queue.awaitNotification(seen, Peer.LONG)).isTrue();
        }

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.queue.resize(1))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
        assertThat(client.next(held)).allMatch(WorkCompletion::isSuccess);
    }
}
