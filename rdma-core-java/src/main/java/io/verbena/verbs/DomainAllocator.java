package io.verbena.verbs;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Gives a driver the memory of the queues that are made in a domain, such as memory of huge pages
 * (ibv_alloc_parent_domain(3)). It is called within the calls that make and close such objects, by any thread that does
 * so, and must not use objects of the device itself.
 */
@FunctionalInterface
public interface DomainAllocator {
    /**
     * Memory for one resource. The buffer is kept until it is freed; its contents are set to zero. Where this throws, the
     * driver is told that there is none, and the call that it was for fails with what was thrown as its cause, unless the
     * driver asked in a thread of its own.
     *
     * @return a direct buffer with that much between its position and its limit, from an address that is so aligned, as {@link
     *     ByteBuffer#alignedSlice} makes one of a buffer that is larger by twice the alignment; none to leave it to the driver
     */
    Optional<ByteBuffer> allocate(DomainMemoryRequest request);

    /** The driver does not use this buffer any more, which {@link #allocate} answered. What this throws is logged. */
    default void free(ByteBuffer memory) {}
}
