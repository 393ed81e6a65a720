package io.verbena.spring.boot.buffer;

import io.verbena.buffer.RegisteredAllocatorBuilder;

/** Customizes allocators of registered buffers before they are created. Customizers override the properties. */
@FunctionalInterface
public interface RegisteredAllocatorCustomizer {

    /** Customizes the builder of any allocator. */
    void customize(RegisteredAllocatorBuilder builder);

    /**
     * Customizes the builder of a particular allocator.
     *
     * @param allocator the name of its entry in {@code rdma.allocators}, or {@code registeredByteBufAllocator} for
     *     {@code rdma.buffers}
     * @param builder its builder
     */
    default void customize(String allocator, RegisteredAllocatorBuilder builder) {
        customize(builder);
    }
}
