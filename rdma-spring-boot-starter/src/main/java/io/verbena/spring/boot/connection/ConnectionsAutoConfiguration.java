package io.verbena.spring.boot.connection;

import io.verbena.Rdma;
import io.verbena.cm.ConnectionManager;
import io.verbena.cm.EventChannel;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.autoconfigure.RdmaProperties;
import io.verbena.spring.boot.verbs.VerbsAutoConfiguration;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

/** Connections: the servers and clients that the configuration names, and the connection manager for everything else. */
@AutoConfiguration(after = {RdmaAutoConfiguration.class, VerbsAutoConfiguration.class})
@ConditionalOnBean(Rdma.class)
@EnableConfigurationProperties(ConnectionsProperties.class)
@Import(ConnectionRegistrar.class)
public final class ConnectionsAutoConfiguration {

    /** That of {@link Rdma}, which closes it. */
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

    @Bean
    ConnectionBeans rdmaConnectionBeans(
            Rdma rdma,
            ConnectionsProperties properties,
            RdmaProperties common,
            ListenerBeans listeners,
            ListableBeanFactory beans) {
        return new ConnectionBeans(rdma, properties, common.shutdownTimeout(), listeners, beans);
    }
}
