package io.verbena.spring.boot.buffer;

import io.netty.buffer.ByteBufAllocator;
import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.spring.boot.verbs.VerbsAutoConfiguration;
import io.verbena.spring.boot.verbs.VerbsContexts;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

/** Allocators of registered buffers, each made when somebody wants it, and closed before its protection domains are. */
@AutoConfiguration(after = VerbsAutoConfiguration.class)
@ConditionalOnClass({RegisteredByteBufAllocator.class, ByteBufAllocator.class})
@ConditionalOnBean(VerbsContexts.class)
@EnableConfigurationProperties({BufferProperties.class, AllocatorsProperties.class})
@Import(AllocatorRegistrar.class)
public final class BufferAutoConfiguration {
    /** The name of the bean that is injected where nobody says which. */
    private static final String DEFAULT = "registeredByteBufAllocator";

    @Bean(DEFAULT)
    @Lazy
    @ConditionalOnMissingBean
    RegisteredByteBufAllocator registeredByteBufAllocator(
            BufferProperties properties, VerbsContexts contexts, ListableBeanFactory beans) {
        return new AllocatorFactory("rdma.buffers", properties, contexts, beans).allocator(DEFAULT);
    }

    @Bean
    AllocatorBeans rdmaAllocatorBeans(
            AllocatorsProperties properties, VerbsContexts contexts, ListableBeanFactory beans) {
        return new AllocatorBeans(properties, contexts, beans);
    }
}
