package io.verbena.hca;

/**
 * Memory that an application gives to an EFA device for the entries of a completion queue or for a value of a completion counter
 * (efadv_create_cq(3), efadv_create_comp_cntr(3)). It must exist until the queue or the counter is closed.
 *
 * @param descriptor the file descriptor of a DMA-BUF, which the caller closes; -1 for memory of this process
 * @param offset the offset in the DMA-BUF in bytes; 0 for memory of this process
 * @param length the length in bytes; 0 for memory of the library
 * @param address the address in this process; 0 if the DMA-BUF is not mapped
 */
public record EfaMemory(int descriptor, long offset, long length, long address) {
    /** Memory that the library allocates. */
    public static final EfaMemory OF_LIBRARY = new EfaMemory(-1, 0, 0, 0);

    /** Checks the numbers. */
    public EfaMemory {
        boolean ofProcess = descriptor == -1 && offset == 0 && (address == 0) == (length == 0);
        boolean inDmaBuf = descriptor >= 0 && offset >= 0 && length > 0;
        if (length < 0 || !(ofProcess || inDmaBuf)) {
            throw new IllegalArgumentException("descriptor " + descriptor + ", offset " + offset + ", length " + length
                    + " and address " + address + "; expected a descriptor from 0 with a part of its DMA-BUF,"
                    + " or -1 and 0 with memory of this process");
        }
    }

    /** Returns memory of this process. */
    public static EfaMemory ofProcess(long address, long length) {
        return new EfaMemory(-1, 0, length, address);
    }

    /** Returns a part of a DMA-BUF that this process has not mapped, so that it cannot read what the device writes there. */
    public static EfaMemory ofDmaBuf(int descriptor, long offset, long length) {
        return new EfaMemory(descriptor, offset, length, 0);
    }

    /** Returns a part of a DMA-BUF that this process has mapped at an address. */
    public static EfaMemory ofDmaBuf(int descriptor, long offset, long length, long address) {
        return new EfaMemory(descriptor, offset, length, address);
    }

    /** Returns whether this is a part of a DMA-BUF. */
    public boolean isDmaBuf() {
        return descriptor >= 0;
    }
}
