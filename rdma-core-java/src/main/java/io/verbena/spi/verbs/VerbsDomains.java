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
     */
    long allocateParentDomain(long domain, long threads);

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
