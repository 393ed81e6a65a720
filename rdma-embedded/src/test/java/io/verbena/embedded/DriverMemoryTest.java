package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.DmaHints;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.DeviceMemory;
import io.verbena.verbs.DmaHandle;
import io.verbena.verbs.DriverBuffer;
import io.verbena.verbs.MemoryRegion;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Buffers of the driver, hints of direct memory access, and memory by its DMA-BUF descriptor. */
@Timeout(60)
class DriverMemoryTest {
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

    /** Writes 8 bytes to the beginning of a region of the server. */
    private void write(long value, MemoryRegion to) {
        client.buffer.putLong(0, value);
        client.pair.post(client.pair
                .sendRequests(1)
                .write(1, to.address(), to.remoteKey())
                .segment(client.region, 0, 8));
        client.next().check();
    }

    private static long first(DriverBuffer buffer, int offset) {
        ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
        buffer.read(offset, bytes);
        return bytes.getLong(0);
    }

    @Test
    void aPeerWritesToABufferOfTheDriver() {
        DriverBuffer buffer = server.domain.driverBuffer(BYTES);
        MemoryRegion region = server.domain.register(buffer, 16, 64, Station.ALL);

        write(42, region);

        assertThat(first(buffer, 16)).isEqualTo(42);
        assertThat(first(buffer, 0)).isZero();
        assertThat(region.length()).isEqualTo(64);
    }

    @Test
    void aProgramCopiesToABufferOfTheDriver() {
        DriverBuffer buffer = server.domain.driverBuffer(BYTES);
        ByteBuffer eight = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(0, 7);

        buffer.write(BYTES - 8, eight);

        assertThat(first(buffer, BYTES - 8)).isEqualTo(7);
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> buffer.write(BYTES - 7, ByteBuffer.allocate(8)));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> server.domain.register(buffer, 1, BYTES, Station.ALL));
    }

    @Test
    void aRegionIsClosedWithItsBuffer() {
        DriverBuffer buffer = server.domain.driverBuffer(BYTES);
        MemoryRegion region = server.domain.register(buffer, 0, BYTES, Station.ALL);

        buffer.close();

        assertThat(region.isClosed()).isTrue();
    }

    @Test
    void memoryOfOneDeviceIsRegisteredAtAnotherByItsDescriptor() {
        DeviceMemory memory = client.context.deviceMemory(BYTES, 3);
        int descriptor = memory.exportDmaBuf();
        MemoryRegion region = server.domain.registerDmaBuf(descriptor, 64, 64, 0x7040, Station.ALL);

        write(42, region);

        ByteBuffer read = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
        memory.read(64, read);
        assertThat(read.getLong(0)).isEqualTo(42);
        assertThat(region.address()).isEqualTo(0x7040);
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> server.domain.registerDmaBuf(descriptor, BYTES - 63, 64, 0, Station.ALL))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
    }

    @Test
    void aDescriptorEndsWithItsMemory() {
        DriverBuffer buffer = server.domain.driverBuffer(BYTES);
        int descriptor = buffer.exportDmaBuf();
        server.domain.registerDmaBuf(descriptor, 0, BYTES, 0, Station.ALL).close();

        buffer.close();

        assertThatExceptionOfType(UnsupportedException.class)
                .isThrownBy(() -> server.domain.registerDmaBuf(descriptor, 0, BYTES, 0, Station.ALL));
    }

    @Test
    void memoryIsRegisteredWithHints() {
        DmaHandle hints = server.context.dmaHandle(
                DmaHints.NONE.processor(1).processingHint(2).persistent(false));
        ByteBuffer memory = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());
        MemoryRegion region = server.domain.register(hints, memory, Station.ALL);

        write(42, region);

        assertThat(memory.getLong(0)).isEqualTo(42);
        assertThat(hints.hints().processor()).hasValue(1);

        hints.close();
        assertThat(region.isClosed())
                .as("the region is closed before its handle")
                .isTrue();
    }

    @Test
    void exportedMemoryIsRegisteredWithHints() {
        DmaHandle hints = server.context.dmaHandle(DmaHints.NONE);
        DeviceMemory memory = server.context.deviceMemory(BYTES, 3);
        MemoryRegion region =
                server.domain.registerDmaBuf(hints, memory.exportDmaBuf(), 0, BYTES, 0, AccessFlag.LOCAL_WRITE);

        assertThat(region.length()).isEqualTo(BYTES);
    }

    @Test
    void hintsAreChecked() {
        assertThatIllegalArgumentException().isThrownBy(() -> DmaHints.NONE.processor(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> DmaHints.NONE.processingHint(4));
        assertThatIllegalArgumentException().isThrownBy(() -> DmaHints.NONE.processingHint(-1));
        assertThat(DmaHints.NONE.processingHint(3).processingHint()).hasValue(3);
    }
}
