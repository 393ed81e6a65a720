package io.verbena.verbs;

import io.verbena.error.Ranges;
import io.verbena.spi.verbs.VerbsDriver;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;

/**
 * Memory of the device, which is accessed without crossing the bus (ibv_alloc_dm(3)). It is copied to and from, and used through
 * a region of {@code ProtectionDomain.register}.
 */
public final class DeviceMemory extends VerbsObject {
    private static final int MAX_ALIGNMENT = 31;

    private final long length;

    DeviceMemory(VerbsObject context, long handle, long length, ObjLongConsumer<? super VerbsDriver> destruction) {
        super(Rank.MEMORY, List.of(context), handle, destruction);
        this.length = length;
    }

    /** Allocates memory by an operation that returns its handle. */
    static DeviceMemory allocate(VerbsObject context, long length, int alignment, LongSupplier allocation) {
        MemoryRegion.checkedLength(length);
        Ranges.check("alignment exponent", alignment, 0, MAX_ALIGNMENT);
        return context.using(
                () -> new DeviceMemory(context, allocation.getAsLong(), length, VerbsDriver::freeDeviceMemory));
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
     * (ibv_dm_export_dmabuf_fd, rdma-core 62).
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
        ByteBuffer direct = from.isDirect()
                ? from.slice()
                : ByteBuffer.allocateDirect(from.remaining())
                        .put(from.duplicate())
                        .flip();
        using(() -> driver.writeDeviceMemory(handle(), offset, direct));
        from.position(from.limit());
    }

    /**
     * Copies this memory to a buffer, from its position to its limit.
     *
     * @throws IndexOutOfBoundsException if the memory ends before
     */
    public void read(long offset, ByteBuffer to) {
        MemoryRegion.checkWithin(offset, to.remaining(), length, this);
        ByteBuffer direct = to.isDirect() ? to.slice() : ByteBuffer.allocateDirect(to.remaining());
        using(() -> driver.readDeviceMemory(handle(), offset, direct));
        if (to.isDirect()) {
            to.position(to.limit());
        } else {
            to.put(direct);
        }
    }

    @Override
    public String toString() {
        return "DeviceMemory[" + openDevice + ", " + length + " bytes]";
    }
}
