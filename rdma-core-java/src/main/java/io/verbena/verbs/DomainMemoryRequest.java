package io.verbena.verbs;

/**
 * What a driver wants memory for.
 *
 * @param bytes how much
 * @param alignment of how many bytes its address must be a multiple, a power of two
 * @param resourceType what it is for: the driver, as {@code enum rdma_driver_id} of Linux numbers them, in the upper 32
 *     bits, and a number of that driver's in the lower
 */
public record DomainMemoryRequest(int bytes, int alignment, long resourceType) {
    /** The number of the driver, as {@code enum rdma_driver_id} of Linux has it. */
    public int driver() {
        return (int) (resourceType >>> Integer.SIZE);
    }

    /** What it is for, as that driver numbers it. */
    public int resource() {
        return (int) resourceType;
    }
}
