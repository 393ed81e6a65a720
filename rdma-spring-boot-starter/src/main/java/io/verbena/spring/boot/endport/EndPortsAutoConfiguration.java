package io.verbena.spring.boot.endport;

import io.verbena.Rdma;
import io.verbena.spring.boot.autoconfigure.ManagementAccess;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.named.NamedBeans;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/**
 * Auto-configuration of named end ports. They are injected only with a qualifier; without one, the end port of
 * {@code rdma.end-port} is injected.
 */
@AutoConfiguration(after = RdmaAutoConfiguration.class)
@ConditionalOnBean({Rdma.class, ManagementAccess.class})
@EnableConfigurationProperties(EndPortsProperties.class)
@NamedBeans(EndPortBeans.class)
public final class EndPortsAutoConfiguration {}
