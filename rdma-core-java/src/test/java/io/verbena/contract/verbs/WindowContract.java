package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.WindowType;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.MemoryWindow;
import io.verbena.verbs.WorkCompletion;
import java.nio.ByteBuffer;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests memory windows, through which a peer uses a part of a region. */
@Timeout(120)
public abstract class WindowContract {
    private static final Set<AccessFlag> WRITE = Set.of(AccessFlag.REMOTE_WRITE);

    private VerbsBed bed;
    private Peer client;
    private Peer server;
    private ByteBuffer memory;
    private MemoryRegion region;

    /** Two devices for the next test. */
    protected abstract VerbsBed bed();

    @BeforeEach
    void connect() {
        bed = bed();
        Peer[] peers = Peer.connected(bed, QueuePairType.RC);
        client = peers[0];
        server = peers[1];
        memory = ByteBuffer.allocateDirect(1024);
        region =
                server.domain.register(memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.WINDOW_BIND);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        bed.close();
    }

    private WorkCompletion write(long address, int key, int length) {
        client.pair.post(client.pair.sendRequests(1).write(1, address, key).segment(client.region, 0, length));
        return client.next();
    }

    @Test
    void theOtherSideWritesThroughAWindowOfType1() {
        client.fill('1');
        MemoryWindow window = server.domain.window(WindowType.TYPE_1);
        window.bind(server.pair, 9, region, 256, 128, WRITE);
        assertThat(server.next().check().id()).isEqualTo(9);

        write(region.address() + 256, window.remoteKey(), 128).check();

        assertThat(memory.get(256)).isEqualTo((byte) '1');
        assertThat(memory.get(384)).isZero();
    }

    @Test
    void aWindowOfType1ThatIsBoundToNothingGivesNoAccess() {
        MemoryWindow window = server.domain.window(WindowType.TYPE_1);
        window.bind(server.pair, 1, region, 0, 128, WRITE);
        server.next().check();
        window.bind(server.pair, 2, region, 0, 0, WRITE);
        server.next().check();

        assertThat(write(region.address(), window.remoteKey(), 8).status())
                .isEqualTo(WorkCompletionStatus.REMOTE_ACCESS_ERROR);
    }

    @Test
    void theOtherSideWritesThroughAWindowOfType2UntilItsKeyIsInvalid() {
        MemoryWindow window = server.domain.window(WindowType.TYPE_2);
        int key = window.nextKey();
        server.pair.post(server.pair.sendRequests(1).bind(1, window, key, region, 0, 64, WRITE));
        server.next().check();

        write(region.address(), key, 64).check();
        assertThat(key & ~0xff).isEqualTo(window.remoteKey() & ~0xff);
        server.pair.post(server.pair.sendRequests(1).invalidate(2, key));
        server.next().check();

        assertThat(write(region.address(), key, 64).status()).isEqualTo(WorkCompletionStatus.REMOTE_ACCESS_ERROR);
    }

    @Test
    void aMessageMakesAKeyInvalid() {
        MemoryWindow window = server.domain.window(WindowType.TYPE_2);
        int key = window.nextKey();
        server.pair.post(server.pair.sendRequests(1).bind(1, window, key, region, 0, 64, WRITE));
        server.next().check();
        server.receive(3, 0, 64);

        client.pair.post(client.pair.sendRequests(1).sendInvalidate(2, key).segment(client.region, 0, 8));
        client.next().check();

        // Not hasInvalidatedKey(): rxe tells it by the kernel's own number of the flag, which means another thing here.
        assertThat(server.next().check().invalidatedKey()).isEqualTo(key);
        assertThat(write(region.address(), key, 64).status()).isEqualTo(WorkCompletionStatus.REMOTE_ACCESS_ERROR);
    }

    @Test
    void aRegionClosesTheWindowsThatAreBoundToIt() {
        MemoryWindow window = server.domain.window(WindowType.TYPE_1);
        window.bind(server.pair, 1, region, 0, 128, WRITE);
        server.next().check();

        region.close();

        assertThat(window.isClosed()).isTrue();
    }

    @Test
    void aWindowOfType2IsNotBoundByACall() {
        MemoryWindow window = server.domain.window(WindowType.TYPE_2);

        assertThatIllegalStateException()
                .isThrownBy(() -> window.bind(server.pair, 1, region, 0, 8, WRITE))
                .withMessageContaining("SendRequests.bind");
    }
}
