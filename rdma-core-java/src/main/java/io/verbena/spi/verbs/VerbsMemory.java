package io.verbena.spi.verbs;

import io.verbena.error.Errno;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.ForkState;
import io.verbena.hca.MemoryAdvice;
import io.verbena.hca.WindowType;
import java.nio.ByteBuffer;
import java.util.Set;

/** Protection domains, memory regions and memory windows. All throw {@link io.verbena.error.SysException}. */
public interface VerbsMemory {

    /** How many bytes this process may lock to register them, as far as the system tells; the greatest number if it may all. */
    default long lockableBytes() {
        return Long.MAX_VALUE;
    }

    /** A protection domain. */
    long allocateProtectionDomain();

    /** Ends it. */
    void deallocateProtectionDomain(long domain);

    /** Registers a direct buffer, from its position to its limit; the caller keeps it reachable. */
    Registration registerMemory(long domain, ByteBuffer buffer, Set<AccessFlag> access);

    /**
     * Registers memory that is no buffer: so many bytes at an address. The caller keeps it mapped. With {@link
     * AccessFlag#ON_DEMAND}, address 0 and length -1 are all that the process has.
     */
    Registration registerMemory(long domain, long address, long length, Set<AccessFlag> access);

    /** Where a direct buffer lies, from its position; only of a driver that registers all memory of a process. */
    default long address(ByteBuffer buffer) {
        throw new UnsupportedException(
                "ibv_reg_mr", "", Errno.EOPNOTSUPP, "the driver of this device does not work with addresses");
    }

    /** Registers memory that the other side, and segments of this side, count from another address. */
    Registration registerMemory(long domain, ByteBuffer buffer, long named, Set<AccessFlag> access);

    /** Registers memory of another device, by the descriptor of its DMA-BUF, counted from {@code named}. */
    Registration registerDmaBuf(
            long domain, int descriptor, long offset, long length, long named, Set<AccessFlag> access);

    /** A region that drops what is written, and reads as zeros. */
    Registration allocateNullRegion(long domain);

    /** Changes a region. Throws only where the device has no such verb; the region is as it was then. */
    Reregistration reregisterMemory(long region, RegionChange change);

    /** Says how {@link SegmentRecord}s will be used, and waits until that is heeded, or does not. */
    void adviseMemory(long domain, MemoryAdvice advice, boolean wait, RecordMemory segments, int count);

    /** Prepares the process for fork; no memory may be registered yet. */
    void initializeFork();

    /** Whether the process may fork. */
    ForkState forkState();

    /** Ends a region. */
    void deregisterMemory(long region);

    /** A memory window. */
    long allocateWindow(long domain, WindowType type);

    /** Its key, which is another after each bind of type 1. */
    int windowKey(long window);

    /** Ends it. */
    void deallocateWindow(long window);

    /** Binds a window of type 1 to a part of a region, by a request of its own. */
    void bindWindow(
            long queuePair,
            long window,
            long id,
            int sendFlags,
            long region,
            long address,
            long length,
            Set<AccessFlag> access);
}
