package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Memory that a device reaches by its DMA-BUF descriptor, and that its owner reads and writes meanwhile. */
@Timeout(120)
public abstract class DmaBufContract {
    private static final int PAGE = 4096;
    private static final int MEMORY = 4 * PAGE;

    /** A part that begins within the second page and ends within the last one. */
    private static final int OFFSET = PAGE + 520;

    private static final int LENGTH = 2 * PAGE;
    private static final long NAMED = 0x7000_0000L + OFFSET % PAGE;

    private VerbsBed bed;
    private Peer client;
    private Peer server;
    private SharedMemory memory;

    /** Two devices for the next test. */
    protected abstract VerbsBed bed();

    /** New memory of zeros, which both devices can reach. */
    protected abstract SharedMemory memory(ProtectionDomain domain, int bytes);

    @BeforeEach
    void open() {
        bed = bed();
        Peer[] peers = Peer.connected(bed, QueuePairType.RC);
        client = peers[0];
        server = peers[1];
        memory = memory(server.domain, MEMORY);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        memory.close();
        bed.close();
    }

    private MemoryRegion part(Peer peer, AccessFlag... access) {
        return peer.domain.registerDmaBuf(memory.descriptor(), OFFSET, LENGTH, NAMED, access);
    }

    private static byte[] filled(Peer peer) {
        for (int i = 0; i < Peer.BYTES; i++) {
            peer.buffer.put(i, (byte) (i * 31 + i / 256));
        }
        return peer.bytes(0, Peer.BYTES);
    }

    @Test
    void aWriteFromThePartArrives() {
        byte[] expected = memory.fill(OFFSET, LENGTH);
        MemoryRegion source = part(client, AccessFlag.LOCAL_WRITE);

        client.pair.post(client.pair
                .sendRequests(1)
                .write(1, server.region.address(), server.region.remoteKey())
                .segment(source, 0, LENGTH));
        client.next().check();

        assertThat(server.bytes(0, LENGTH)).isEqualTo(expected);
    }

    @Test
    void aPeerWritesAndReadsThePartAndNothingElse() {
        MemoryRegion target = part(server, Peer.ALL);
        byte[] written = filled(client);

        client.pair.post(client.pair
                .sendRequests(1)
                .write(1, target.address(), target.remoteKey())
                .segment(client.region, 0, LENGTH));
        client.next().check();

        assertThat(target.address()).isEqualTo(NAMED);
        assertThat(memory.bytes(OFFSET, LENGTH)).isEqualTo(written);
        assertThat(memory.bytes(0, OFFSET)).containsOnly(0);
        assertThat(memory.bytes(OFFSET + LENGTH, MEMORY - OFFSET - LENGTH)).containsOnly(0);

        byte[] changed = memory.fill(OFFSET + PAGE, 100);
        client.fill(0);
        client.pair.post(client.pair
                .sendRequests(1)
                .read(2, target.address() + PAGE - 8, target.remoteKey())
                .segment(client.region, 0, 108));
        client.next().check();

        assertThat(client.bytes(8, 100)).isEqualTo(changed);
        assertThat(client.bytes(0, 8)).isEqualTo(Arrays.copyOfRange(written, PAGE - 8, PAGE));
    }

    @Test
    void messagesAreSentFromThePartAndReceivedIntoIt() {
        byte[] expected = memory.fill(OFFSET, PAGE);
        MemoryRegion source = part(client, AccessFlag.LOCAL_WRITE);
        MemoryRegion target = part(server, AccessFlag.LOCAL_WRITE);
        server.pair.post(server.pair.receiveRequests(1).receive(7).segment(target, PAGE, PAGE));

        client.pair.post(client.pair.sendRequests(1).send(1).segment(source, 0, PAGE));

        client.next().check();
        assertThat(server.next().check().byteLength()).isEqualTo(PAGE);
        assertThat(memory.bytes(OFFSET + PAGE, PAGE)).isEqualTo(expected);
    }

    @Test
    void anAtomicOperationChangesThePart() {
        ByteBuffer eight = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(0, 40);
        memory.write(OFFSET + 16, eight);
        MemoryRegion target = part(server, Peer.ALL);

        client.pair.post(client.pair
                .sendRequests(1)
                .fetchAndAdd(1, target.address() + 16, target.remoteKey(), 2)
                .segment(client.region, 0, 8));
        client.next().check();

        assertThat(client.buffer.getLong(0)).isEqualTo(40);
        memory.read(OFFSET + 16, eight.clear());
        assertThat(eight.getLong(0)).isEqualTo(42);
    }

    @Test
    void aPeerCannotWriteWithoutAccess() {
        MemoryRegion target = part(server, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ);
        filled(client);

        client.pair.post(client.pair
                .sendRequests(1)
                .write(1, target.address(), target.remoteKey())
                .segment(client.region, 0, 8));

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.REMOTE_ACCESS_ERROR);
        assertThat(memory.bytes(0, MEMORY)).containsOnly(0);
    }

    @Test
    void aPeerCannotWriteBeyondThePart() {
        MemoryRegion target = part(server, Peer.ALL);
        filled(client);

        client.pair.post(client.pair
                .sendRequests(1)
                .write(1, target.address() + LENGTH - 8, target.remoteKey())
                .segment(client.region, 0, 16));

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.REMOTE_ACCESS_ERROR);
        assertThat(memory.bytes(0, MEMORY)).containsOnly(0);
    }

    @Test
    void aPartBeyondTheMemoryIsRefused() {
        server.domain
                .registerDmaBuf(memory.descriptor(), OFFSET, MEMORY - OFFSET, NAMED, Peer.ALL)
                .close();

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() ->
                        server.domain.registerDmaBuf(memory.descriptor(), OFFSET, MEMORY - OFFSET + 1, NAMED, Peer.ALL))
                .withMessageContaining("ibv_reg_dmabuf_mr(")
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> server.domain.registerDmaBuf(memory.descriptor(), -PAGE, 2 * PAGE, 0, Peer.ALL))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
    }
}
