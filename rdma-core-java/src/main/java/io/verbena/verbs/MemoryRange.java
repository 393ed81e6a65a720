package io.verbena.verbs;

/**
 * A part of a region.
 *
 * @param region the region
 * @param offset the offset in the region
 * @param length the length in bytes
 */
public record MemoryRange(MemoryRegion region, long offset, int length) {
    /**
     * Refuses a range that exceeds the region.
     *
     * @throws IndexOutOfBoundsException if the range exceeds the region
     * @throws ClosedObjectException if the region is closed
     */
    public MemoryRange {
        region.address(offset, length);
    }
}
