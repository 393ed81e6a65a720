package io.verbena.spi.verbs;

/**
 * Objects that several processes use: each has a number of the kernel, by which another process that has the same open
 * device makes an object of its own for it. All throw {@link io.verbena.error.SysException}.
 */
public interface VerbsSharing {

    /** The descriptor of this open device, by which another process imports it. */
    int descriptor();

    /** The number of a protection domain. */
    int domainNumber(long domain);

    /** The number of a region. */
    int regionNumber(long region);

    /** The number of memory of the device. */
    int deviceMemoryNumber(long memory);

    /** The protection domain with a number. */
    long importDomain(int number);

    /** Forgets it, and leaves it to the others. */
    void forgetDomain(long domain);

    /** The region with a number. */
    SharedRegion importRegion(long domain, int number);

    /** Forgets it, and leaves it to the others. */
    void forgetRegion(long region);

    /** The memory of the device with a number. */
    long importDeviceMemory(int number);

    /** Forgets it, and leaves it to the others. */
    void forgetDeviceMemory(long memory);
}
