package io.verbena.spring.boot.health;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.spring.boot.autoconfigure.ManagementAccess;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The health of the end port under the name {@code rdma}; {@code management.health.rdma.enabled=false} leaves it out. */
@AutoConfiguration(after = RdmaAutoConfiguration.class)
@ConditionalOnClass({Rdma.class, HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(Rdma.class)
@ConditionalOnEnabledHealthIndicator("rdma")
public final class RdmaHealthContributorAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = {"rdmaHealthIndicator", "rdmaHealthContributor"})
    HealthIndicator rdmaHealthIndicator(ObjectProvider<EndPort> endPort, ObjectProvider<ManagementAccess> management) {
        return new RdmaHealthIndicator(endPort, management);
    }
}
