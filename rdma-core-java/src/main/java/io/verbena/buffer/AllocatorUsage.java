package io.verbena.buffer;

import java.util.List;

/**
 * The memory of an allocator at one moment, and its counters since it was built.
 *
 * @param slabs number of registered slabs
 * @param registeredBytes bytes of registered memory
 * @param limitBytes maximum number of bytes of registered memory
 * @param usedBytes bytes in buffers that are in use, rounded up to their size classes
 * @param registrations number of slabs that were registered
 * @param deregistrations number of slabs that were deregistered
 * @param waits number of callers that waited for a buffer
 * @param refusals number of callers that got no buffer
 * @param sizes the usage of each size that has slots, smallest first
 */
public record AllocatorUsage(
        int slabs,
        long registeredBytes,
        long limitBytes,
        long usedBytes,
        long registrations,
        long deregistrations,
        long waits,
        long refusals,
        List<SizeUsage> sizes) {
    /** Copies the sizes. */
    public AllocatorUsage {
        sizes = List.copyOf(sizes);
    }

    /** Returns the number of buffers in use. */
    public long buffers() {
        return sizes.stream().mapToLong(SizeUsage::used).sum();
    }
}
