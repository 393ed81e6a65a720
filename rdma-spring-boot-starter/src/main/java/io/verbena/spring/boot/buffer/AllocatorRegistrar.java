package io.verbena.spring.boot.buffer;

import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.spring.boot.named.NamedBeans;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Registers the allocators of the configuration. */
final class AllocatorRegistrar implements ImportBeanDefinitionRegistrar {
    private final Environment environment;

    AllocatorRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        NamedBeans beans = new NamedBeans(environment, registry, "rdmaAllocatorBeans");
        String allocators = AllocatorsProperties.ALLOCATORS;
        beans.entries(allocators, BufferProperties.class)
                .keySet()
                .forEach(name -> beans.register(allocators, name, RegisteredByteBufAllocator.class, "allocator")
                        .lazyIf(true)
                        .onlyByName());
    }
}
