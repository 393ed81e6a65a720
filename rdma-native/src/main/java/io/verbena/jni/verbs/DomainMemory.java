package io.verbena.jni.verbs;

/** Gives a driver the memory of what it makes in a domain; called by C within the calls that make and end such objects. */
public interface DomainMemory {
    /** Instead of an address: the driver is to take memory of its own, {@code IBV_ALLOCATOR_USE_DEFAULT}. */
    long DEFAULT = -1;

    /** Instead of an address: there is none. */
    long NONE = 0;

    /**
     * Memory that stays where it is until it is freed; C fills it with zeros. What this throws is taken for {@link #NONE}.
     *
     * @param bytes how much
     * @param alignment of which its address is a multiple
     * @param resourceType what it is for, which the driver defines
     * @return its address, {@link #DEFAULT} or {@link #NONE}
     */
    long allocate(long bytes, long alignment, long resourceType);

    /** The driver does not need it any more. What this throws nobody sees. */
    void free(long address, long resourceType);
}
