package io.verbena.spring.boot.buffer;

import io.netty.buffer.ByteBufAllocator;
import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.spring.boot.named.NamedBeans;
import io.verbena.spring.boot.verbs.VerbsAutoConfiguration;
import io.verbena.spring.boot.verbs.VerbsContexts;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration of allocators of registered buffers, if Netty is present. An allocator is created on first use and closed
 * before its protection domains.
 */
@AutoConfiguration(after = VerbsAutoConfiguration.class)
@ConditionalOnClass({RegisteredByteBufAllocator.class, ByteBufAllocator.class})
@ConditionalOnBean(VerbsContexts.class)
@EnableConfigurationProperties({BufferProperties.class, AllocatorsProperties.class})
@NamedBeans(AllocatorBeans.class)
public final class BufferAutoConfiguration {
    /** The name of the bean that is injected where no qualifier is given. */
    private static final String DEFAULT = "registeredByteBufAllocator";

    @Bean(DEFAULT)
    @Lazy
    @ConditionalOnMissingBean
    RegisteredByteBufAllocator registeredByteBufAllocator(BufferProperties properties, AllocatorBeans allocators) {
        return allocators.create(DEFAULT, "rdma.buffers", properties);
    }
}
