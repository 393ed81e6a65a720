package io.verbena.spring.boot.verbs;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
import io.verbena.spring.boot.named.NamedBeans;
import io.verbena.verbs.Context;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration of devices for data transfer, protection domains and completion queues. Required entries of the
 * configuration are created at startup, everything else on first use.
 */
@AutoConfiguration(after = RdmaAutoConfiguration.class)
@ConditionalOnBean({Rdma.class, RdmaFabricDetails.class})
@EnableConfigurationProperties(VerbsProperties.class)
@NamedBeans(VerbsBeans.class)
public final class VerbsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    VerbsContexts verbsContexts(Rdma rdma, RdmaFabricDetails details, ObjectProvider<EndPort> endPort) {
        return new VerbsContexts(rdma, details, endPort);
    }

    @Bean(destroyMethod = "")
    @Lazy
    @ConditionalOnMissingBean
    Context verbsContext(VerbsContexts contexts) {
        return contexts.first();
    }
}
