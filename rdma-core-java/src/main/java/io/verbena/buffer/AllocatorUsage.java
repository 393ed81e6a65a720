package io.verbena.buffer;

import java.util.List;

/**
 * What an allocator has at one moment, and what it did since it was made.
 *
 * @param slabs how many pieces of memory are registered
 * @param registeredBytes how much memory that is
 * @param limitBytes how much it may be
 * @param usedBytes how much of it is in buffers that are in use, rounded up to their sizes
 * @param registrations how many slabs were registered since it was made
 * @param deregistrations how many were given back
 * @param waits how many callers had to wait for a buffer
 * @param refusals how many got none
 * @param sizes the sizes of which there are any, smallest first
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

    /** How many buffers are in use. */
    public long buffers() {
        return sizes.stream().mapToLong(SizeUsage::used).sum();
    }
}
