package io.verbena.buffer;

import io.verbena.hca.AccessFlag;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Configures and builds an allocator of registered buffers. */
public final class RegisteredAllocatorBuilder {
    final List<ProtectionDomain> domains;
    AccessFlag[] access = {AccessFlag.LOCAL_WRITE};
    int slabBytes = 4 << 20;
    int smallest = 256;
    int largest = 1 << 20;
    long limitBytes = 64L << 20;
    int idleSlabs = 1;
    WhenFull whenFull = WhenFull.fail();
    private @Nullable Path hugePages;
    private @Nullable DmaBufMemory dmaBuf;

    RegisteredAllocatorBuilder(ProtectionDomain... domains) {
        this.domains = List.of(domains);
        if (this.domains.isEmpty() || Set.copyOf(this.domains).size() < domains.length) {
            throw new IllegalArgumentException(
                    "memory is registered in at least one protection domain, once in each, not in " + this.domains);
        }
    }

    /** Sets the access flags of the memory (default: {@link AccessFlag#LOCAL_WRITE} only). */
    public RegisteredAllocatorBuilder access(AccessFlag... flags) {
        access = flags.clone();
        return this;
    }

    /** Sets the length of a slab in bytes, a power of two (default: 4 MiB). A slab is registered at once. */
    public RegisteredAllocatorBuilder slabBytes(int bytes) {
        slabBytes = powerOfTwo("a slab", bytes, SlabMemory.ALIGNMENT);
        return this;
    }

    /** Sets the smallest and the largest buffer, powers of two (default: 256 bytes and 1 MiB). The largest fits into a slab. */
    public RegisteredAllocatorBuilder sizes(int smallestBytes, int largestBytes) {
        smallest = powerOfTwo("the smallest buffer", smallestBytes, 64);
        largest = powerOfTwo("the largest buffer", largestBytes, smallestBytes);
        return this;
    }

    /**
     * Sets the maximum number of bytes to register (default: 64 MiB). The limit cannot exceed the memory that the process may
     * lock (ulimit -l), as far as it is known when the allocator is built. The device may refuse a slab below the limit.
     */
    public RegisteredAllocatorBuilder limit(long bytes) {
        limitBytes = bytes;
        return this;
    }

    /** Sets the number of slabs without a buffer that stay registered for later use (default: 1). */
    public RegisteredAllocatorBuilder idleSlabs(int count) {
        if (count < 0) {
            throw new IllegalArgumentException(count + " idle slabs cannot be kept; say 0 or more");
        }
        idleSlabs = count;
        return this;
    }

    /** Sets what a caller does when all memory is in use (default: {@link WhenFull#fail}). */
    public RegisteredAllocatorBuilder whenFull(WhenFull policy) {
        whenFull = policy;
        return this;
    }

    /**
     * Takes the memory from a mounted hugetlbfs such as {@code /dev/hugepages}, so that a device needs few entries of its
     * translation table for a slab. The length of a slab is a multiple of the page size.
     */
    public RegisteredAllocatorBuilder hugePages(Path folder) {
        hugePages = folder;
        return this;
    }

    /**
     * Takes the memory from a DMA-BUF that this process has mapped, such as memory of an accelerator: the buffers read and write the
     * mapping, and the device reaches the same memory by the descriptor. The limit is at most the length of the mapping. The
     * memory does not count as memory that the process locks. Build one allocator only: its slabs are parts of the mapping.
     *
     * @param descriptor the file descriptor, which stays open until the allocator is closed
     * @param offset the offset in the DMA-BUF at which the mapping begins
     * @param mapping the mapping, from its position to its limit, which must exist until the allocator is closed
     * @throws IllegalArgumentException if the mapping is not direct or is read-only, or the offset is negative
     */
    public RegisteredAllocatorBuilder dmaBuf(int descriptor, long offset, ByteBuffer mapping) {
        dmaBuf = new DmaBufMemory(descriptor, offset, mapping);
        return this;
    }

    /**
     * Builds the allocator, and registers its first slab.
     *
     * @throws IllegalArgumentException if the sizes contradict each other, or the access flags do, or the memory is to come both
     *     from huge pages and from a DMA-BUF
     * @throws BuffersExhaustedException if the limit exceeds the memory that the process may lock; the message says how to raise
     *     that limit
     * @throws HugePagesException if there are too few huge pages
     * @throws io.verbena.error.SysException if the device does not register the memory, for example because the process may not
     *     lock as much; the message says how to raise that limit
     * @throws io.verbena.error.UnsupportedException if the device does not register DMA-BUFs
     */
    public RegisteredByteBufAllocator build() {
        if (largest > slabBytes) {
            throw new IllegalArgumentException("a buffer of " + largest + " bytes does not fit into a slab of "
                    + slabBytes + "; make the slabs larger, or the largest buffer smaller");
        }
        if (dmaBuf != null) {
            if (hugePages != null) {
                throw new IllegalArgumentException(
                        "memory comes from huge pages of " + hugePages + " or from a DMA-BUF, not both; name one");
            }
            limitBytes = Math.min(limitBytes, dmaBuf.bytes());
        }
        if (limitBytes < slabBytes) {
            throw new IllegalArgumentException("not one slab of " + slabBytes + " bytes fits into the limit of "
                    + limitBytes + "; make the slabs smaller, or raise the limit");
        }
        if (dmaBuf == null) {
            domains.forEach(this::requireLockable);
        }
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

    SlabMemory memory() {
        if (dmaBuf != null) {
            return dmaBuf;
        }
        return hugePages == null ? SlabMemory.direct() : new HugePages(hugePages, limitBytes);
    }

    private static int powerOfTwo(String what, int bytes, int least) {
        if (bytes < least || Integer.bitCount(bytes) != 1) {
            throw new IllegalArgumentException(
                    what + " cannot have " + bytes + " bytes; it has a power of two, at least " + least);
        }
        return bytes;
    }

    /** Memory of a DMA-BUF that the caller has mapped, for the slabs of one allocator; guarded by its pool. */
    private static final class DmaBufMemory implements SlabMemory {
        private final int descriptor;
        private final long offset;
        private final ByteBuffer mapping;
        private final Deque<ByteBuffer> free = new ArrayDeque<>();

        /** The offset of each slab in the DMA-BUF. */
        private final IdentityHashMap<ByteBuffer, Long> offsets = new IdentityHashMap<>();

        private int used;

        DmaBufMemory(int descriptor, long offset, ByteBuffer mapping) {
            if (!mapping.isDirect() || mapping.isReadOnly()) {
                throw new IllegalArgumentException(
                        mapping + " is no mapping that buffers can be written to; map the DMA-BUF with READ_WRITE");
            }
            if (offset < 0) {
                throw new IllegalArgumentException("offset " + offset + " is before the DMA-BUF; offsets begin at 0");
            }
            this.descriptor = descriptor;
            this.offset = offset;
            this.mapping = mapping.slice();
        }

        int bytes() {
            return mapping.capacity();
        }

        /** Returns memory that was freed, or the next part of the mapping, which the limit of the allocator does not exceed. */
        @Override
        public ByteBuffer allocate(int bytes) {
            ByteBuffer freed = free.poll();
            if (freed != null) {
                return freed;
            }
            ByteBuffer next = mapping.slice(used, bytes);
            offsets.put(next, offset + used);
            used += bytes;
            return next;
        }

        @Override
        public MemoryRegion register(ProtectionDomain domain, ByteBuffer slab, AccessFlag... access) {
            long at = Objects.requireNonNull(offsets.get(slab));
            return domain.registerDmaBuf(descriptor, at, slab.capacity(), at, access);
        }

        @Override
        public void free(ByteBuffer slab) {
            free.push(slab);
        }
    }
}
