package io.verbena.verbs;

import io.verbena.error.Ranges;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Memory of the device, which is accessed without crossing the bus (ibv_alloc_dm(3)). It is copied to and from, and used through
 * a region of {@code ProtectionDomain.register}.
 */
public final class DeviceMemory extends VerbsObject {
    private static final int MAX_ALIGNMENT = 31;

    private final long length;

    /** Whether another process allocated it. */
    private final boolean imported;

    private DeviceMemory(VerbsObject context, long handle, long length, boolean imported) {
        super(Rank.MEMORY, List.of(context), handle);
        this.length = length;
        this.imported = imported;
    }

    static DeviceMemory imported(VerbsObject context, int number, long length) {
        MemoryRegion.checkedLength(length);
        return context.using(() -> new DeviceMemory(context, context.driver.importDeviceMemory(number), length, true));
    }

    static DeviceMemory allocate(VerbsObject context, long length, int alignment) {
        return allocate(context, length, alignment, () -> context.driver.allocateDeviceMemory(length, alignment));
    }

    /** Allocates memory by an operation that returns its handle. */
    static DeviceMemory allocate(VerbsObject context, long length, int alignment, LongSupplier allocation) {
        MemoryRegion.checkedLength(length);
        Ranges.check("alignment exponent", alignment, 0, MAX_ALIGNMENT);
        return context.using(() -> new DeviceMemory(context, allocation.getAsLong(), length, false));
    }

    /** Returns the length in bytes. */
    public long length() {
        return length;
    }

    /** Returns the number by which another process imports this memory with {@code Context.importDeviceMemory}. */
    public int number() {
        return using(() -> driver.deviceMemoryNumber(handle()));
    }

    /**
     * Returns a new DMA-BUF descriptor of this memory, by which another device registers it; the caller closes it
     * (ibv_dm_export_dmabuf_fd).
     *
     * @throws io.verbena.error.UnsupportedException if the device does not support it, or rdma-core is older than version 62
     */
    public int exportDmaBuf() {
        return using(() -> driver.exportDeviceMemory(handle()));
    }

    /**
     * Copies a buffer, from its position to its limit, to this memory.
     *
     * @throws IndexOutOfBoundsException if the buffer does not fit
     * @throws io.verbena.error.SysException if the device refuses it, as for an offset that is not a multiple of 4
     */
    public void write(long offset, ByteBuffer from) {
        MemoryRegion.checkWithin(offset, from.remaining(), length, this);
        ByteBuffer direct = from.isDirect() ? from.slice() : copy(from);
        using(() -> driver.writeDeviceMemory(handle(), offset, direct));
        from.position(from.limit());
    }

    private static ByteBuffer copy(ByteBuffer from) {
        return ByteBuffer.allocateDirect(from.remaining()).put(from.duplicate()).flip();
    }

    /**
     * Copies this memory to a buffer, from its position to its limit.
     *
     * @throws IndexOutOfBoundsException if the memory ends before
     * @throws io.verbena.error.SysException if the device refuses it
     */
    public void read(long offset, ByteBuffer to) {
        MemoryRegion.checkWithin(offset, to.remaining(), length, this);
        if (to.isDirect()) {
            ByteBuffer direct = to.slice();
            using(() -> driver.readDeviceMemory(handle(), offset, direct));
            to.position(to.limit());
        } else {
            ByteBuffer direct = ByteBuffer.allocateDirect(to.remaining());
            using(() -> driver.readDeviceMemory(handle(), offset, direct));
            to.put(direct);
        }
    }

    @Override
    void destroy() {
        if (imported) {
            driver.unimportDeviceMemory(handle());
        } else {
            driver.freeDeviceMemory(handle());
        }
    }

    @Override
    public String toString() {
        return "DeviceMemory[" + openDevice + ", " + length + " bytes]";
    }
}
