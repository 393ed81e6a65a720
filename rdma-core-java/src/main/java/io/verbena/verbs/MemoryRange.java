package io.verbena.verbs;

/**
 * A part of a region.
 *
 * @param region the region
 * @param offset where it begins there
 * @param length its bytes
 */
public record MemoryRange(MemoryRegion region, long offset, int length) {
    /**
     * Refuses what is not within the region.
     *
     * @throws IndexOutOfBoundsException if it is not
     * @throws ClosedObjectException if the region is closed
     */
    public MemoryRange {
        region.address(offset, length);
    }
}
