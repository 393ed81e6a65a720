package io.verbena.spring.boot.buffer;

import io.netty.buffer.ByteBufAllocator;
import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.spring.boot.verbs.VerbsAutoConfiguration;
import io.verbena.spring.boot.verbs.VerbsContexts;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** The allocator of registered buffers, made when somebody wants it. It is closed before its protection domains are. */
@AutoConfiguration(after = VerbsAutoConfiguration.class)
@ConditionalOnClass({RegisteredByteBufAllocator.class, ByteBufAllocator.class})
@ConditionalOnBean(VerbsContexts.class)
@EnableConfigurationProperties(BufferProperties.class)
public final class BufferAutoConfiguration {

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    RegisteredByteBufAllocator registeredByteBufAllocator(
            BufferProperties properties,
            VerbsContexts contexts,
            ListableBeanFactory beans,
            ObjectProvider<RegisteredAllocatorCustomizer> customizers) {
        return new AllocatorFactory(properties, contexts, beans).allocator(customizers.orderedStream());
    }
}
