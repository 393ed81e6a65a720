package io.verbena.buffer;

import io.verbena.hca.AccessFlag;
import io.verbena.verbs.ProtectionDomain;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says what an allocator of registered buffers is to be, and makes it. */
public final class RegisteredAllocatorBuilder {
    private static final int DEFAULT_SLAB = 4 << 20;
    private static final int DEFAULT_LARGEST = 1 << 20;
    private static final int DEFAULT_SMALLEST = 256;
    private static final long DEFAULT_LIMIT = 64L << 20;

    private final List<ProtectionDomain> domains;
    private AccessFlag[] access = {AccessFlag.LOCAL_WRITE};
    private int slabBytes = DEFAULT_SLAB;
    private int smallest = DEFAULT_SMALLEST;
    private int largest = DEFAULT_LARGEST;
    private long limitBytes = DEFAULT_LIMIT;
    private int idleSlabs = 1;
    private WhenFull whenFull = WhenFull.fail();
    private @Nullable Path hugePages;

    RegisteredAllocatorBuilder(ProtectionDomain... domains) {
        this.domains = List.of(domains);
        if (this.domains.isEmpty() || Set.copyOf(this.domains).size() < domains.length) {
            throw new IllegalArgumentException(
                    "memory is registered in at least one protection domain, once in each, not in " + this.domains);
        }
    }

    /** What may be done with the buffers; {@link AccessFlag#LOCAL_WRITE} alone if this is not called. */
    public RegisteredAllocatorBuilder access(AccessFlag... flags) {
        access = flags.clone();
        return this;
    }

    /** Bytes of memory that are registered at once: a power of two, 4 MiB if this is not called. */
    public RegisteredAllocatorBuilder slabBytes(int bytes) {
        slabBytes = powerOfTwo("a slab", bytes, SlabMemory.ALIGNMENT);
        return this;
    }

    /** The sizes of buffers, powers of two: 256 bytes to 1 MiB if this is not called. The largest fits into a slab. */
    public RegisteredAllocatorBuilder sizes(int smallestBytes, int largestBytes) {
        smallest = powerOfTwo("the smallest buffer", smallestBytes, 64);
        largest = powerOfTwo("the largest buffer", largestBytes, smallestBytes);
        return this;
    }

    /**
     * How much memory may be registered, 64 MiB if this is not called. It is not more than the process may lock (ulimit -l),
     * as far as that is known when the allocator is made; the device refuses a slab that is too much all the same.
     */
    public RegisteredAllocatorBuilder limit(long bytes) {
        limitBytes = bytes;
        return this;
    }

    /** How many slabs without a buffer are kept, so that none is registered again soon; 1 if this is not called. */
    public RegisteredAllocatorBuilder idleSlabs(int count) {
        if (count < 0) {
            throw new IllegalArgumentException(count + " idle slabs cannot be kept; say 0 or more");
        }
        idleSlabs = count;
        return this;
    }

    /** What happens when all memory is in use; callers fail at once if this is not called. */
    public RegisteredAllocatorBuilder whenFull(WhenFull policy) {
        whenFull = policy;
        return this;
    }

    /**
     * Takes the memory from files in a folder, the mount point of a hugetlbfs such as {@code /dev/hugepages}: a device then
     * needs few entries of its translation table for a slab, which is a multiple of the size of these pages.
     */
    public RegisteredAllocatorBuilder hugePages(Path folder) {
        hugePages = folder;
        return this;
    }

    /**
     * Makes it, with its first slab.
     *
     * @throws IllegalArgumentException if the sizes do not fit into one another, or the access makes no sense
     * @throws BuffersExhaustedException if the limit is more than the process may lock; the message says how to raise that
     * @throws HugePagesException if the memory is to be of huge pages, and there are too few
     * @throws io.verbena.error.SysException if the device does not register the memory, as when the process may not lock so
     *     much; the message says how to raise that limit
     */
    public RegisteredByteBufAllocator build() {
        if (largest > slabBytes) {
            throw new IllegalArgumentException("a buffer of " + largest + " bytes does not fit into a slab of "
                    + slabBytes + "; make the slabs larger, or the largest buffer smaller");
        }
        if (limitBytes < slabBytes) {
            throw new IllegalArgumentException("not one slab of " + slabBytes + " bytes fits into the limit of "
                    + limitBytes + "; make the slabs smaller, or raise the limit");
        }
        domains.forEach(this::requireLockable);
        return new RegisteredByteBufAllocator(this);
    }

    private void requireLockable(ProtectionDomain domain) {
        long lockable = domain.context().lockableBytes();
        if (limitBytes > lockable) {
            throw new BuffersExhaustedException(
                    "buffers of up to " + limitBytes + " bytes cannot be registered with " + domain.context()
                            + ": this process may lock " + lockable + " bytes; raise that with ulimit -l unlimited"
                            + " (LimitMEMLOCK=infinity), or lower the limit",
                    null);
        }
    }

    List<ProtectionDomain> domains() {
        return domains;
    }

    AccessFlag[] access() {
        return access;
    }

    int slabBytes() {
        return slabBytes;
    }

    int smallest() {
        return smallest;
    }

    int largest() {
        return largest;
    }

    long limitBytes() {
        return limitBytes;
    }

    int idleSlabs() {
        return idleSlabs;
    }

    WhenFull whenFull() {
        return whenFull;
    }

    SlabMemory memory() {
        return hugePages == null ? SlabMemory.direct() : new HugePages(hugePages, limitBytes);
    }

    private static int powerOfTwo(String what, int bytes, int least) {
        if (bytes < least || Integer.bitCount(bytes) != 1) {
            throw new IllegalArgumentException(
                    what + " cannot have " + bytes + " bytes; it has a power of two, at least " + least);
        }
        return bytes;
    }
}
