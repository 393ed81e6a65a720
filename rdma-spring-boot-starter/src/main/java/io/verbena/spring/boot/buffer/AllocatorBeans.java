package io.verbena.spring.boot.buffer;

import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.spring.boot.verbs.VerbsContexts;
import java.util.Objects;
import org.springframework.beans.factory.ListableBeanFactory;

/** Makes allocators by the names that the configuration has for them. */
final class AllocatorBeans {
    private final AllocatorsProperties properties;
    private final VerbsContexts contexts;
    private final ListableBeanFactory beans;

    AllocatorBeans(AllocatorsProperties properties, VerbsContexts contexts, ListableBeanFactory beans) {
        this.properties = properties;
        this.contexts = contexts;
        this.beans = beans;
    }

    RegisteredByteBufAllocator allocator(String name) {
        BufferProperties wanted = Objects.requireNonNull(properties.allocators().get(name), name);
        return new AllocatorFactory(AllocatorsProperties.ALLOCATORS + "." + name, wanted, contexts, beans)
                .allocator(name);
    }
}
