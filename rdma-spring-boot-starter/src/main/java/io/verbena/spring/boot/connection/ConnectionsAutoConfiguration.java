package io.verbena.spring.boot.connection;

import io.verbena.Rdma;
import io.verbena.cm.ConnectionManager;
import io.verbena.cm.EventChannel;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.named.NamedBeans;
import io.verbena.spring.boot.verbs.VerbsAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Auto-configuration of servers, clients and the connection manager. */
@AutoConfiguration(after = {RdmaAutoConfiguration.class, VerbsAutoConfiguration.class})
@ConditionalOnBean(Rdma.class)
@EnableConfigurationProperties(ConnectionsProperties.class)
@NamedBeans(ConnectionBeans.class)
public final class ConnectionsAutoConfiguration {

    /** The connection manager belongs to {@link Rdma}, which closes it. */
    @Bean(destroyMethod = "")
    @Lazy
    @ConditionalOnMissingBean
    ConnectionManager connectionManager(Rdma rdma) {
        return rdma.connectionManager();
    }

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    EventChannel eventChannel(ConnectionManager manager) {
        return manager.eventChannel();
    }

    @Bean
    static ListenerBeans rdmaListenerBeans() {
        return new ListenerBeans();
    }
}
