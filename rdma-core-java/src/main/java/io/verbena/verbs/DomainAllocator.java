package io.verbena.verbs;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Allocates the memory of the queues of a parent domain, for example in huge pages (ibv_alloc_parent_domain(3)). The driver calls it
 * on the threads that create and close such objects. An allocator must not use objects of the device.
 */
@FunctionalInterface
public interface DomainAllocator {
    /**
     * Allocates memory for a resource. The buffer is kept until it is freed, and its contents are set to zero. If this method
     * throws an exception, the allocation fails, and the call that required it fails with the exception as its cause, unless the
     * driver allocates on a thread of its own.
     *
     * @return a direct buffer with the requested bytes between position and limit and the requested alignment, such as a slice
     *     ({@link ByteBuffer#alignedSlice}) of a buffer that is larger by twice the alignment; empty to let the driver allocate
     */
    Optional<ByteBuffer> allocate(DomainMemoryRequest request);

    /** Frees a buffer of {@link #allocate}. Exceptions are logged. */
    default void free(ByteBuffer memory) {}
}
