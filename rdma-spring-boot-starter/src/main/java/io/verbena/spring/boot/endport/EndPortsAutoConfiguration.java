package io.verbena.spring.boot.endport;

import io.verbena.Rdma;
import io.verbena.spring.boot.autoconfigure.ManagementAccess;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaProperties;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * The end ports that the configuration names. Injected by their names alone, so that the default one stays what is meant
 * where nobody says which.
 */
@AutoConfiguration(after = RdmaAutoConfiguration.class)
@ConditionalOnBean({Rdma.class, ManagementAccess.class})
@EnableConfigurationProperties(EndPortsProperties.class)
@Import(EndPortRegistrar.class)
public final class EndPortsAutoConfiguration {

    @Bean
    EndPortBeans rdmaEndPortBeans(
            Rdma rdma,
            RdmaProperties defaults,
            EndPortsProperties properties,
            ManagementAccess access,
            ListableBeanFactory beans) {
        return new EndPortBeans(rdma, defaults, properties, access, beans);
    }
}
