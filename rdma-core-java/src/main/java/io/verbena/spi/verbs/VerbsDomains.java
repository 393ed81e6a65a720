package io.verbena.spi.verbs;

/** Domains beside the protection domain. All throw {@link io.verbena.error.SysException}. */
public interface VerbsDomains {

    /** A thread domain. */
    long allocateThreadDomain();

    /** Ends it. */
    void deallocateThreadDomain(long threads);

    /**
     * A protection domain around another one, which {@link VerbsMemory#deallocateProtectionDomain} ends.
     *
     * @param threads a thread domain, or 0
     * @param allocator where the memory of its queues comes from, or 0
     */
    long allocateParentDomain(long domain, long threads, long allocator);

    /** Lets the driver take memory there. */
    long createAllocator(DomainMemory memory);

    /** Ends it, after the domains that were made with it. */
    void destroyAllocator(long allocator);

    /**
     * The XRC domain of a file, which is there.
     *
     * @param file the file; empty for a domain of its own
     * @param create whether it is made where there is none yet
     * @param exclusive whether one that is there is refused
     */
    long openXrcDomain(String file, boolean create, boolean exclusive);

    /** Closes it. */
    void closeXrcDomain(long domain);
}
