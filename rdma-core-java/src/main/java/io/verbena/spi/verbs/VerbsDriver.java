package io.verbena.spi.verbs;

/**
 * An open device. Its objects are numbers, not 0, that mean something to this driver only. Safe for use by several threads;
 * but no call may use an object that another call is destroying, or that is destroyed: the caller sees to that, and closes
 * this when no object of it is left.
 *
 * <p>A cookie is a number of the caller's that an object is created with; events tell it.
 */
public interface VerbsDriver extends AutoCloseable {

    /** The name of the device. */
    String device();

    /** What the device is. */
    VerbsQueries queries();

    /** Protection domains, regions and windows. */
    VerbsMemory memory();

    /** Memory of the device itself. */
    VerbsDeviceMemory deviceMemory();

    /** Thread domains, parent domains and XRC domains. */
    VerbsDomains domains();

    /** Completion channels, completion queues and shared receive queues. */
    VerbsQueues queues();

    /** Queue pairs, address handles and multicast. */
    VerbsQueuePairs queuePairs();

    /** Work queues, and tables of them. */
    VerbsWorkQueues workQueues();

    /** Rules that steer packets, and counters. */
    VerbsFlows flows();

    /** Objects that processes share. */
    VerbsSharing sharing();

    /** What moves data. */
    VerbsData data();

    /** Waiting for events. */
    VerbsEvents events();

    /**
     * Gives the device back.
     *
     * @throws io.verbena.error.SysException if something of it is left
     */
    @Override
    void close();
}
