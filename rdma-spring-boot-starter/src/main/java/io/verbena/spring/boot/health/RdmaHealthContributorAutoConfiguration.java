package io.verbena.spring.boot.health;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.spring.boot.autoconfigure.ManagementAccess;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaCustomizer;
import io.verbena.spring.boot.health.RdmaHealthIndicator.LastAnswer;
import io.verbena.spring.boot.named.NamedBeanRegistrar;
import io.verbena.spring.boot.subnet.RdmaSubnetAutoConfiguration;
import io.verbena.spring.boot.subnet.SubnetService;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the health contributor {@code rdma} for the end port, or for each end port if there are several
 * beans of that type. It is disabled by {@code management.health.rdma.enabled=false}.
 */
@AutoConfiguration(after = {RdmaAutoConfiguration.class, RdmaSubnetAutoConfiguration.class})
@ConditionalOnClass({Rdma.class, HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(Rdma.class)
@ConditionalOnEnabledHealthIndicator("rdma")
public final class RdmaHealthContributorAutoConfiguration {

    @Bean
    LastAnswer rdmaLastAnswer() {
        return new LastAnswer(Clock.systemUTC());
    }

    @Bean
    RdmaCustomizer rdmaLastAnswerCustomizer(LastAnswer lastAnswer) {
        return builder -> builder.tracer(lastAnswer);
    }

    /**
     * Creates the contributor. It looks up end ports only when their health is requested, so that a missing port is
     * reported as down.
     */
    @Bean
    @ConditionalOnMissingBean(name = {"rdmaHealthIndicator", "rdmaHealthContributor"})
    HealthContributor rdmaHealthContributor(
            ConfigurableListableBeanFactory beans,
            ObjectProvider<ManagementAccess> management,
            ObjectProvider<SubnetService> subnet,
            ObjectProvider<LastAnswer> lastAnswer) {
        String[] names = beans.getBeanNamesForType(EndPort.class, true, false);
        if (names.length <= 1) {
            return new RdmaHealthIndicator(() -> beans.getBean(EndPort.class), management, subnet, lastAnswer);
        }
        Map<String, HealthIndicator> each = new LinkedHashMap<>();
        for (String name : names) {
            each.put(
                    NamedBeanRegistrar.entry(beans, name),
                    new RdmaHealthIndicator(() -> beans.getBean(name, EndPort.class), management, subnet, lastAnswer));
        }
        return CompositeHealthContributor.fromMap(each);
    }
}
