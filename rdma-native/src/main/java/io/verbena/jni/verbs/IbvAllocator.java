package io.verbena.jni.verbs;

/**
 * Provides the memory for objects that a driver creates in a parent domain ({@code alloc} and {@code free} of {@code struct
 * ibv_parent_domain_init_attr}). C calls it during the calls that create and destroy such objects.
 */
public abstract class IbvAllocator {
    /** Returned in place of an address so that the driver allocates memory itself: {@code IBV_ALLOCATOR_USE_DEFAULT}. */
    protected static final long DEFAULT = -1;

    /** Returned in place of an address if there is no memory. */
    protected static final long NONE = 0;

    static {
        IbvDevice.load();
    }

    /** Creates an allocator; {@link #create} makes it known to C. */
    protected IbvAllocator() {}

    /** Makes an allocator known to C and keeps it reachable until {@link #destroy}; {@code -ENOMEM} if that fails. */
    public static native long create(IbvAllocator allocator);

    /** Releases an allocator after all domains that use it. */
    public static native void destroy(long handle);

    /**
     * Returns the address of memory that stays in place until it is freed. C fills the memory with zeros, and treats an
     * exception like {@link #NONE}.
     *
     * @param bytes the size
     * @param alignment the address is a multiple of this
     * @param resourceType the purpose of the memory, as defined by the driver
     * @return the address, {@link #DEFAULT} or {@link #NONE}
     */
    public abstract long allocate(long bytes, long alignment, long resourceType);

    /** Frees memory that the driver no longer uses. C ignores exceptions. */
    public abstract void free(long address, long resourceType);
}
