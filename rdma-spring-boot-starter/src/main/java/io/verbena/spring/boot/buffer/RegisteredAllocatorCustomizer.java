package io.verbena.spring.boot.buffer;

import io.verbena.buffer.RegisteredAllocatorBuilder;

/** Changes how allocators of registered buffers are made, after the properties have had their say. */
@FunctionalInterface
public interface RegisteredAllocatorCustomizer {

    /** Changes what the properties have set, or sets what they cannot. */
    void customize(RegisteredAllocatorBuilder builder);

    /**
     * The same, if it is for some of them only.
     *
     * @param allocator the name of the bean: {@code registeredByteBufAllocator} is that of {@code rdma.buffers}
     */
    default void customize(String allocator, RegisteredAllocatorBuilder builder) {
        customize(builder);
    }
}
