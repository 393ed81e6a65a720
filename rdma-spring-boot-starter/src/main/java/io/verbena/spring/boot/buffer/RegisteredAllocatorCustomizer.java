package io.verbena.spring.boot.buffer;

import io.verbena.buffer.RegisteredAllocatorBuilder;

/** Changes how the allocator of registered buffers is made, after the properties have had their say. */
@FunctionalInterface
public interface RegisteredAllocatorCustomizer {

    /** Changes what the properties have set, or sets what they cannot. */
    void customize(RegisteredAllocatorBuilder builder);
}
