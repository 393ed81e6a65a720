package io.verbena.spring.boot.verbs;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
import io.verbena.verbs.Context;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

/**
 * Devices to move data with. What the configuration names is there when the application has started, unless it need not be;
 * everything else is opened when somebody wants it.
 */
@AutoConfiguration(after = RdmaAutoConfiguration.class)
@ConditionalOnBean({Rdma.class, RdmaFabricDetails.class})
@EnableConfigurationProperties(VerbsProperties.class)
@Import(VerbsRegistrar.class)
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

    @Bean
    VerbsBeans rdmaVerbsBeans(VerbsContexts contexts, VerbsProperties properties) {
        return new VerbsBeans(contexts, properties);
    }
}
