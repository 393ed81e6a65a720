package io.verbena.verbs;

/**
 * A request of a driver for memory.
 *
 * @param bytes the number of bytes
 * @param alignment the alignment of the address in bytes, a power of two
 * @param resourceType the purpose: the driver ({@code enum rdma_driver_id} of Linux) in the upper 32 bits, and a number that the
 *     driver assigns in the lower
 */
public record DomainMemoryRequest(int bytes, int alignment, long resourceType) {
    /** Returns the driver ({@code enum rdma_driver_id} of Linux). */
    public int driver() {
        return (int) (resourceType >>> Integer.SIZE);
    }

    /** Returns the purpose, as the driver numbers it. */
    public int resource() {
        return (int) resourceType;
    }
}
