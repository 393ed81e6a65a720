package io.verbena.verbs;

import java.nio.ByteBuffer;

/**
 * Memory of the device itself, which saves the way over the bus (ibv_alloc_dm(3)). It is used through a region, see {@link
 * ProtectionDomain#register(DeviceMemory, long, long, io.verbena.hca.AccessFlag...)}, and copied to and from.
 */
public final class DeviceMemory extends DeviceObject {
    private static final int MAX_ALIGNMENT = 31;

    private final long length;

    /** It is of another process. */
    private final boolean imported;

    private DeviceMemory(Context context, long handle, long length, boolean imported) {
        super(context, handle);
        this.length = length;
        this.imported = imported;
    }

    static DeviceMemory imported(Context context, int number, long length) {
        MemoryChecks.length(length);
        return context.using(
                () -> new DeviceMemory(context, context.driver().importDeviceMemory(number), length, true));
    }

    static DeviceMemory allocate(Context context, long length, int alignment) {
        MemoryChecks.length(length);
        if (alignment < 0 || alignment > MAX_ALIGNMENT) {
            throw new IllegalArgumentException(
                    "alignment " + alignment + " is out of range; 2^n bytes have n from 0 to " + MAX_ALIGNMENT);
        }
        return context.using(() ->
                new DeviceMemory(context, context.driver().allocateDeviceMemory(length, alignment), length, false));
    }

    /** Its bytes. */
    public long length() {
        return length;
    }

    /** The number by which another process imports this; see {@link Context#importDeviceMemory}. */
    public int number() {
        return using(() -> driver().deviceMemoryNumber(handle()));
    }

    /**
     * Writes to it what a buffer has from its position to its limit.
     *
     * @throws IndexOutOfBoundsException if that does not fit
     * @throws io.verbena.error.SysException if the device refuses it, as for an offset that is not a multiple of 4
     */
    public void write(long offset, ByteBuffer from) {
        MemoryChecks.within(offset, from.remaining(), length, this);
        ByteBuffer direct = from.isDirect() ? from.slice() : copy(from);
        using(() -> driver().writeDeviceMemory(handle(), offset, direct));
        from.position(from.limit());
    }

    private static ByteBuffer copy(ByteBuffer from) {
        return ByteBuffer.allocateDirect(from.remaining()).put(from.duplicate()).flip();
    }

    /**
     * Reads it into a buffer, from its position to its limit.
     *
     * @throws IndexOutOfBoundsException if there is not so much
     * @throws io.verbena.error.SysException if the device refuses it
     */
    public void read(long offset, ByteBuffer to) {
        MemoryChecks.within(offset, to.remaining(), length, this);
        if (to.isDirect()) {
            ByteBuffer direct = to.slice();
            using(() -> driver().readDeviceMemory(handle(), offset, direct));
            to.position(to.limit());
        } else {
            ByteBuffer direct = ByteBuffer.allocateDirect(to.remaining());
            using(() -> driver().readDeviceMemory(handle(), offset, direct));
            to.put(direct);
        }
    }

    @Override
    int closingRank() {
        return 8;
    }

    @Override
    void destroy() {
        if (imported) {
            driver().unimportDeviceMemory(handle());
        } else {
            driver().freeDeviceMemory(handle());
        }
    }

    @Override
    public String toString() {
        return "DeviceMemory[" + context() + ", " + length + " bytes]";
    }
}
