package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.OnDemandOperation;
import io.verbena.hca.OnDemandPaging;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.SharedReceiveQueue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests regions with on-demand paging, on memory that the process has not touched before. */
@Timeout(120)
public abstract class OnDemandContract {
    private static final AccessFlag[] ON_DEMAND = {
        AccessFlag.LOCAL_WRITE,
        AccessFlag.REMOTE_WRITE,
        AccessFlag.REMOTE_READ,
        AccessFlag.REMOTE_ATOMIC,
        AccessFlag.ON_DEMAND
    };
    private static final int BYTES = 64 << 10;

    /**
     * The second page. Its messages have one packet and start there, because rxe of Linux 7.2 copies each packet to the beginning
     * of the page.
     */
    private static final int OFFSET = 4096;

    private static final int LENGTH = 512;
    private static final int QKEY = 0x11111111;
    private static final int HEADER = 40;

    @TempDir
    private Path directory;

    private VerbsBed bed;

    /** Two devices for the next test. */
    protected abstract VerbsBed bed();

    @BeforeEach
    void open() {
        bed = bed();
    }

    @AfterEach
    void close() {
        bed.close();
    }

    /** Returns memory without pages: those of a new file are made when they are first touched. */
    private ByteBuffer untouched() throws IOException {
        Path file = Files.createTempFile(directory, null, null);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(MapMode.READ_WRITE, 0, BYTES).order(ByteOrder.nativeOrder());
        }
    }

    private static byte[] bytes(ByteBuffer memory, int offset, int length) {
        byte[] bytes = new byte[length];
        memory.get(offset, bytes);
        return bytes;
    }

    @Test
    void theDeviceListsTheOperations() {
        OnDemandPaging paging = bed.open(0).extensions().onDemandPaging();

        assertThat(paging.supported()).isTrue();
        assertThat(paging.reliable().known())
                .contains(
                        OnDemandOperation.SEND,
                        OnDemandOperation.RECEIVE,
                        OnDemandOperation.WRITE,
                        OnDemandOperation.READ,
                        OnDemandOperation.ATOMIC,
                        OnDemandOperation.SHARED_RECEIVE);
        assertThat(paging.datagram().known()).contains(OnDemandOperation.SEND);
    }

    @Test
    void messagesAreSentFromItAndReceivedIntoIt() throws IOException {
        ByteBuffer to = untouched();
        Peer[] peers = Peer.connected(bed, QueuePairType.RC);
        try (Peer client = peers[0];
                Peer server = peers[1]) {
            MemoryRegion target = server.domain.register(to, ON_DEMAND);
            server.pair.post(server.pair.receiveRequests(1).receive(1).segment(target, OFFSET, LENGTH));
            ByteBuffer from = untouched();
            MemoryRegion source = client.domain.register(from, ON_DEMAND);
            from.put(OFFSET, (byte) 'a').put(OFFSET + LENGTH - 1, (byte) 'z');

            client.pair.post(client.pair.sendRequests(1).send(2).segment(source, OFFSET, LENGTH));

            client.next().check();
            assertThat(server.next().check().byteLength()).isEqualTo(LENGTH);
            assertThat(bytes(to, OFFSET, LENGTH)).isEqualTo(bytes(from, OFFSET, LENGTH));
        }
    }

    @Test
    void aPeerWritesAndReadsIt() throws IOException {
        ByteBuffer memory = untouched();
        Peer[] peers = Peer.connected(bed, QueuePairType.RC);
        try (Peer client = peers[0];
                Peer server = peers[1]) {
            MemoryRegion region = server.domain.register(memory, ON_DEMAND);
            client.fill('w');

            client.pair.post(client.pair
                    .sendRequests(1)
                    .write(1, region.address() + OFFSET, region.remoteKey())
                    .segment(client.region, 0, LENGTH));
            client.next().check();
            assertThat(bytes(memory, OFFSET, LENGTH)).containsOnly('w');
            assertThat(memory.get(OFFSET - 1)).isZero();
            assertThat(memory.get(OFFSET + LENGTH)).isZero();

            client.pair.post(client.pair
                    .sendRequests(1)
                    .read(2, region.address() + 2L * OFFSET, region.remoteKey())
                    .segment(client.region, 0, LENGTH));
            client.next().check();
            assertThat(client.bytes(0, LENGTH)).containsOnly(0);
            assertThat(client.bytes(LENGTH, LENGTH)).containsOnly('w');
        }
    }

    @Test
    void atomicsChangeIt() throws IOException {
        ByteBuffer memory = untouched();
        Peer[] peers = Peer.connected(bed, QueuePairType.RC);
        try (Peer client = peers[0];
                Peer server = peers[1]) {
            MemoryRegion region = server.domain.register(memory, ON_DEMAND);

            client.pair.post(client.pair
                    .sendRequests(1)
                    .fetchAndAdd(1, region.address() + OFFSET, region.remoteKey(), 42)
                    .segment(client.region, 0, Long.BYTES));
            client.next().check();
            client.pair.post(client.pair
                    .sendRequests(1)
                    .compareAndSwap(2, region.address() + OFFSET, region.remoteKey(), 42, 43)
                    .segment(client.region, Long.BYTES, Long.BYTES));
            client.next().check();

            assertThat(client.buffer.getLong(0)).isZero();
            assertThat(client.buffer.getLong(Long.BYTES)).isEqualTo(42);
            assertThat(memory.getLong(OFFSET)).isEqualTo(43);
        }
    }

    @Test
    void aSharedReceiveQueueReceivesIntoIt() throws IOException {
        ByteBuffer memory = untouched();
        Peer[] peers = Peer.unconnected(bed, QueuePairType.RC);
        try (Peer client = peers[0];
                Peer server = peers[1]) {
            MemoryRegion region = server.domain.register(memory, ON_DEMAND);
            SharedReceiveQueue shared = server.domain.sharedReceiveQueue(SharedReceiveQueueAttributes.of(16, 1));
            QueuePair receiver = server.domain
                    .queuePair(QueuePairType.RC)
                    .completions(server.queue)
                    .receivesFrom(shared)
                    .create();
            client.pair.establish(
                    QueuePairSetup.port(1).to(bed.way(client.context, server.context), receiver.number()));
            receiver.establish(
                    QueuePairSetup.port(1).to(bed.way(server.context, client.context), client.pair.number()));
            shared.post(shared.receiveRequests(1).receive(1).segment(region, OFFSET, 64));
            client.fill('s');

            client.pair.post(client.pair.sendRequests(1).send(2).segment(client.region, 0, 64));

            client.next().check();
            assertThat(server.next().check().byteLength()).isEqualTo(64);
            assertThat(bytes(memory, OFFSET, 64)).containsOnly('s');
        }
    }

    @Test
    void datagramsAreSentFromIt() throws IOException {
        ByteBuffer memory = untouched();
        Peer[] peers = Peer.unconnected(bed, QueuePairType.UD);
        try (Peer client = peers[0];
                Peer server = peers[1]) {
            client.pair.establish(QueuePairSetup.port(1).queueKey(QKEY));
            server.pair.establish(QueuePairSetup.port(1).queueKey(QKEY));
            MemoryRegion region = client.domain.register(memory, ON_DEMAND);
            memory.put(OFFSET, (byte) 'a').put(OFFSET + 99, (byte) 'z');
            server.receive(1, 0, 512);

            client.pair.post(client.pair
                    .sendRequests(1)
                    .send(2)
                    .segment(region, OFFSET, 100)
                    .to(
                            client.domain.addressHandle(bed.way(client.context, server.context)),
                            server.pair.number(),
                            QKEY));

            client.next().check();
            assertThat(server.next().check().byteLength()).isEqualTo(HEADER + 100);
            assertThat(server.bytes(HEADER, 100)).isEqualTo(bytes(memory, OFFSET, 100));
        }
    }
}
