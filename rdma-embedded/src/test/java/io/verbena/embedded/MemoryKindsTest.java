package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.FlushPlacement;
import io.verbena.hca.MemoryAdvice;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.RateLimit;
import io.verbena.hca.SendOperation;
import io.verbena.hca.WindowType;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.Context;
import io.verbena.verbs.DeviceMemory;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.MemoryWindow;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.WorkCompletion;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Memory that neither rxe nor siw has, and the operations on it. */
@Timeout(60)
class MemoryKindsTest {
    private static final int BYTES = 256;

    private EmbeddedFabric fabric;
    private Station client;
    private Station server;

    @BeforeEach
    void open() {
        fabric = EmbeddedFabric.open("fat-tree:2,2,1");
        client = new Station(fabric, "host0", QueuePairType.RC);
        server = new Station(fabric, "host1", QueuePairType.RC);
        Station.connect(client, server, setup -> setup);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        fabric.close();
    }

    private static ByteBuffer memory() {
        return ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());
    }

    private WorkCompletion write(long address, int key) {
        client.pair.post(client.pair.sendRequests(1).write(1, address, key).segment(client.region, 0, 8));
        return client.next();
    }

    @Test
    void aNullRegionDiscardsWhatIsReceivedAndSendsZeros() {
        MemoryRegion nothing = server.domain.nullRegion();
        client.buffer.putLong(0, -1).putLong(8, 42);
        server.pair.post(
                server.pair.receiveRequests(1).receive(1).segment(nothing, 0, 8).segment(server.region, 0, 8));
        client.send(1, 0, 16);
        client.next().check();
        server.next().check();
        assertThat(server.buffer.getLong(0))
                .as("the bytes after those that were discarded")
                .isEqualTo(42);

        client.receive(2, 0, 5000);
        server.pair.post(server.pair.sendRequests(1).send(2).segment(nothing, 1 << 20, 5000));

        assertThat(client.next().check().byteLength()).isEqualTo(5000);
        assertThat(client.buffer.getLong(0)).isZero();
    }

    @Test
    void aPeerCannotReachANullRegion() {
        MemoryRegion nothing = server.domain.nullRegion();

        assertThat(write(0, nothing.localKey()).status()).isEqualTo(WorkCompletionStatus.REMOTE_ACCESS_ERROR);
    }

    @Test
    void aRegionGetsOtherMemory() {
        ByteBuffer first = memory();
        ByteBuffer second = memory();
        MemoryRegion region = server.domain.register(first, Station.ALL);
        client.buffer.putLong(0, 42);

        region.change().memory(second).apply();
        write(region.address(), region.remoteKey()).check();

        assertThat(first.getLong(0)).isZero();
        assertThat(second.getLong(0)).isEqualTo(42);
        assertThat(region.length()).isEqualTo(BYTES);
    }

    @Test
    void aRegionThatLosesAnAccessFlagRefusesTheAccess() {
        MemoryRegion region = server.domain.register(memory(), Station.ALL);

        region.change().access(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ).apply();

        assertThat(write(region.address(), region.remoteKey()).status())
                .isEqualTo(WorkCompletionStatus.REMOTE_ACCESS_ERROR);
    }

    @Test
    void aRegionInAnotherDomainIsOutOfReach() {
        MemoryRegion region = server.domain.register(memory(), Station.ALL);

        region.change().domain(server.context.protectionDomain()).apply();

        assertThat(write(region.address(), region.remoteKey()).status())
                .isEqualTo(WorkCompletionStatus.REMOTE_ACCESS_ERROR);
    }

    @Test
    void aWindowOnMemoryThatTheRegionNoLongerHasIsInvalid() {
        ByteBuffer first = memory();
        MemoryRegion region =
                server.domain.register(first, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.WINDOW_BIND);
        MemoryWindow window = server.domain.window(WindowType.TYPE_1);
        window.bind(server.pair, 1, region, 0, BYTES, Set.of(AccessFlag.REMOTE_WRITE));
        server.next().check();
        long address = region.address();
        client.buffer.putLong(0, 42);
        write(address, window.remoteKey()).check();

        region.change().memory(memory()).apply();

        assertThat(write(address, window.remoteKey()).status()).isEqualTo(WorkCompletionStatus.REMOTE_ACCESS_ERROR);
        assertThat(first.getLong(0)).isEqualTo(42);
    }

    @Test
    void memoryIsUsedOnDemandAndCanBeFetchedBefore() {
        assertThat(server.context.extensions().onDemandPaging().supported()).isTrue();
        ByteBuffer memory = memory();
        MemoryRegion region =
                server.domain.register(memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.ON_DEMAND);
        region.advise(MemoryAdvice.PREFETCH_WRITE, 0, BYTES);
        client.buffer.putLong(0, 42);

        write(region.address(), region.remoteKey()).check();

        assertThat(memory.getLong(0)).isEqualTo(42);
    }

    @Test
    void aPeerUsesMemoryOfTheDevice() {
        DeviceMemory memory = server.context.deviceMemory(BYTES, 6);
        memory.write(8, memory().putLong(0, 7).limit(8));
        MemoryRegion region = server.domain.register(
                memory, 8, BYTES - 8, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ);
        client.pair.post(client.pair
                .sendRequests(1)
                .read(1, region.address(), region.remoteKey())
                .segment(client.region, 0, 8));
        client.next().check();
        assertThat(client.buffer.getLong(0)).isEqualTo(7);

        client.buffer.putLong(0, 42);
        write(region.address() + 8, region.remoteKey()).check();
        ByteBuffer read = memory();
        memory.read(16, read.limit(8));

        assertThat(read.getLong(0)).isEqualTo(42);
    }

    @Test
    void aDeviceHasOnlyItsOwnMemory() {
        long most = server.context.extensions().maxDeviceMemoryBytes();
        DeviceMemory all = server.context.deviceMemory(most, 0);

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> server.context.deviceMemory(1, 0))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM));
        all.close();

        server.context.deviceMemory(most, 0).close();
    }

    @Test
    void aProgramThatImportsTheDeviceSharesItsObjects() {
        ByteBuffer memory = memory();
        MemoryRegion region = server.domain.register(memory, Station.ALL);
        DeviceMemory chunk = server.context.deviceMemory(BYTES, 0);
        try (Rdma other = Rdma.builder().driver(fabric.driver("host1")).open()) {
            Context imported = other.importVerbs(server.context.descriptor());
            ProtectionDomain domain = imported.importProtectionDomain(server.domain.number());
            MemoryRegion same = domain.importRegion(region.number());
            DeviceMemory sameChunk = imported.importDeviceMemory(chunk.number(), BYTES);

            sameChunk.write(0, memory().putLong(0, 7).limit(8));

            assertThat(same.remoteKey()).isEqualTo(region.remoteKey());
            assertThat(same.length()).isEqualTo(BYTES);
            same.close();
            sameChunk.close();
            domain.close();
        }
        ByteBuffer read = memory();
        chunk.read(0, read.limit(8));
        assertThat(read.getLong(0)).isEqualTo(7);
        client.buffer.putLong(0, 42);
        write(region.address(), region.remoteKey()).check();
        assertThat(memory.getLong(0)).as("the owner keeps the region").isEqualTo(42);
    }

    @Test
    void whatDoesNotExistCannotBeImported() {
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> client.rdma.importVerbs(server.context.descriptor()))
                .as("the device of another host")
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EBADF));
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> server.context.importProtectionDomain(4711))
                .satisfies(e -> assertThat(e.call()).isEqualTo("ibv_import_pd"));
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> server.context.protectionDomain().importRegion(server.region.number()))
                .as("a region of another domain")
                .satisfies(e -> assertThat(e.call()).isEqualTo("ibv_import_mr"));
    }

    private QueuePair extended(SendOperation... operations) {
        QueuePair pair = client.domain
                .queuePair(QueuePairType.RC)
                .completions(client.queue)
                .extended(EnumSet.of(operations[0], operations))
                .create();
        AccessFlag[] access = {AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.FLUSH_GLOBAL};
        server.pair.reset();
        pair.establish(QueuePairSetup.port(1).access(access).to(client.way(server), server.pair.number()));
        server.pair.establish(QueuePairSetup.port(1).access(access).to(server.way(client), pair.number()));
        return pair;
    }

    @Test
    void eightBytesAreWrittenAtOnce() {
        assertThat(client.context.extensions().writesAtomically()).isTrue();
        QueuePair pair = extended(SendOperation.ATOMIC_WRITE);

        pair.post(pair.sendRequests(1)
                .atomicWrite(1, server.region.address() + 8, server.region.remoteKey(), 0x0102030405060708L));

        assertThat(client.next().check().opcode()).isEqualTo(WorkCompletionOpcode.ATOMIC_WRITE);
        assertThat(server.buffer.getLong(8)).isEqualTo(0x0102030405060708L);
    }

    @Test
    void anAtomicWriteToAnOddAddressIsRefused() {
        QueuePair pair = extended(SendOperation.ATOMIC_WRITE);

        pair.post(pair.sendRequests(1).atomicWrite(1, server.region.address() + 4, server.region.remoteKey(), 1));

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.REMOTE_INVALID_REQUEST);
    }

    @Test
    void aFlushCompletesAfterTheWritesBeforeIt() {
        assertThat(client.context.extensions().flushes().contains(FlushPlacement.GLOBAL))
                .isTrue();
        ByteBuffer memory = memory();
        MemoryRegion region = server.domain.register(
                memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.FLUSH_GLOBAL);
        QueuePair pair = extended(SendOperation.RDMA_WRITE, SendOperation.FLUSH);
        client.buffer.putLong(0, 42);

        pair.post(pair.sendRequests(3)
                .write(1, region.address(), region.remoteKey())
                .segment(client.region, 0, 8)
                .unsignaled()
                .flush(2, region.address(), region.remoteKey(), 8, Set.of(FlushPlacement.GLOBAL))
                .flushRegion(3, region.remoteKey(), Set.of(FlushPlacement.GLOBAL)));

        WorkCompletion flushed = client.next().check();
        assertThat(flushed.id()).isEqualTo(2);
        assertThat(flushed.opcode()).isEqualTo(WorkCompletionOpcode.FLUSH);
        assertThat(memory.getLong(0)).isEqualTo(42);
        assertThat(client.next().check().id()).isEqualTo(3);
    }

    @Test
    void aRegionThatDoesNotPermitFlushesRefusesThem() {
        QueuePair pair = extended(SendOperation.FLUSH);

        pair.post(pair.sendRequests(1).flushRegion(1, server.region.remoteKey(), Set.of(FlushPlacement.GLOBAL)));

        assertThat(client.next().status()).isEqualTo(WorkCompletionStatus.REMOTE_ACCESS_ERROR);
    }

    @Test
    void aQueuePairSendsNoFasterThanItsLimit() {
        client.pair.limitRate(RateLimit.of(80_000));
        assertThat(client.pair.query(QueuePairAttribute.RATE_LIMIT).number(QueuePairAttribute.RATE_LIMIT))
                .isEqualTo(80_000);
        long begin = System.nanoTime();

        for (int i = 0; i < 10; i++) {
            client.pair.post(client.pair
                    .sendRequests(1)
                    .write(i, server.region.address(), server.region.remoteKey())
                    .segment(client.region, 0, 10_000));
        }
        for (int i = 0; i < 10; i++) {
            client.next().check();
        }

        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .as("800,000 bits at 80,000 kb/s")
                .isGreaterThanOrEqualTo(Duration.ofMillis(10));
    }
}
