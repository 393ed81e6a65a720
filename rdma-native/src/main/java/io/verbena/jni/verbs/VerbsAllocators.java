package io.verbena.jni.verbs;

/** Allocators of parent domains, by which C calls Java. */
public final class VerbsAllocators {
    static {
        Verbs.load();
    }

    private VerbsAllocators() {}

    /** Lets C call this, which is kept until {@link #destroy}; {@code -ENOMEM} if it cannot be kept. */
    public static native long create(DomainMemory memory);

    /** Ends it; the domains that were made with it are gone. */
    public static native void destroy(long allocator);
}
