package io.verbena.verbs;

import io.verbena.spi.verbs.AllocatedBuffer;
import io.verbena.spi.verbs.VerbsDriver;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Memory that the driver allocates by its own method, such as memory that is shared with a confidential guest (ibv_alloc_buf(3)). It is
 * copied to and from, and used through a region of {@link ProtectionDomain#register(DriverBuffer, int, int,
 * io.verbena.hca.AccessFlag...)}, which is closed first.
 */
public final class DriverBuffer extends VerbsObject {
    private final ByteBuffer bytes;

    private DriverBuffer(VerbsObject domain, AllocatedBuffer buffer) {
        super(Rank.MEMORY, List.of(domain), buffer.handle(), VerbsDriver::freeBuffer);
        this.bytes = buffer.bytes();
    }

    static DriverBuffer allocate(VerbsObject domain, int length) {
        MemoryRegion.checkedLength(length);
        return domain.using(() -> new DriverBuffer(domain, domain.driver.allocateBuffer(domain.handle(), length)));
    }

    /** Returns the length in bytes. */
    public int length() {
        return bytes.capacity();
    }

    /**
     * Copies a buffer, from its position to its limit, to this memory.
     *
     * @throws IndexOutOfBoundsException if the buffer does not fit
     */
    public void write(int offset, ByteBuffer from) {
        MemoryRegion.checkWithin(offset, from.remaining(), length(), this);
        using(() -> bytes.duplicate().position(offset).put(from));
    }

    /**
     * Copies this memory to a buffer, from its position to its limit.
     *
     * @throws IndexOutOfBoundsException if the memory ends before
     */
    public void read(int offset, ByteBuffer to) {
        MemoryRegion.checkWithin(offset, to.remaining(), length(), this);
        using(() -> to.put(bytes.slice(offset, to.remaining())));
    }

    /**
     * Returns a new DMA-BUF descriptor of this memory, which the caller closes (ibv_export_buf_dmabuf_fd).
     *
     * @throws io.verbena.error.SysException if the memory has none
     */
    public int exportDmaBuf() {
        return using(() -> driver.exportBuffer(handle()));
    }

    /** Returns the bytes of a part, while the caller holds this buffer. */
    ByteBuffer part(int offset, int length) {
        return bytes.slice(offset, length);
    }

    @Override
    public String toString() {
        return "DriverBuffer[" + openDevice + ", " + length() + " bytes]";
    }
}
