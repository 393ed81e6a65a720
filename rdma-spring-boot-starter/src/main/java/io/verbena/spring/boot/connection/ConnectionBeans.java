package io.verbena.spring.boot.connection;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionGroup;
import io.verbena.connection.ConnectionOptions;
import io.verbena.error.NearestNames;
import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import io.verbena.spring.boot.autoconfigure.RdmaProperties;
import io.verbena.spring.boot.connection.ConnectionsProperties.NamedClient;
import io.verbena.spring.boot.connection.ConnectionsProperties.NamedServer;
import io.verbena.spring.boot.connection.RdmaHandler.Listener;
import io.verbena.spring.boot.named.NamedBeans;
import io.verbena.spring.boot.verbs.ProtectionDomains;
import io.verbena.verbs.ProtectionDomain;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Creates the servers and clients of the configuration. */
final class ConnectionBeans implements SmartInitializingSingleton, AutoCloseable {
    private final Rdma rdma;
    private final ConnectionsProperties properties;
    private final RdmaProperties common;
    private final ListenerBeans listeners;
    private final ConfigurableListableBeanFactory beans;

    /** The connections that share a protection domain of the configuration. */
    private final Map<ProtectionDomain, ConnectionGroup> groups = new ConcurrentHashMap<>();

    ConnectionBeans(
            Rdma rdma,
            ConnectionsProperties properties,
            RdmaProperties common,
            ListenerBeans listeners,
            ConfigurableListableBeanFactory beans) {
        this.rdma = rdma;
        this.properties = properties;
        this.common = common;
        this.listeners = listeners;
        this.beans = beans;
    }

    @NamedBeans.Each(value = ConnectionsProperties.SERVERS, properties = NamedServer.class)
    RdmaListenerContainer server(String name) {
        NamedServer server = Objects.requireNonNull(properties.servers().get(name), name);
        String property = ConnectionsProperties.SERVERS + "." + name;
        return new RdmaListenerContainer(
                name,
                rdma,
                server,
                options(property, name, server.options(), server.protectionDomain()),
                () -> listener(name),
                interceptor(),
                common.shutdownTimeout());
    }

    @NamedBeans.Each(value = ConnectionsProperties.CLIENTS, properties = NamedClient.class)
    RdmaTemplate client(String name) {
        NamedClient client = Objects.requireNonNull(properties.clients().get(name), name);
        String property = ConnectionsProperties.CLIENTS + "." + name;
        ConnectionOptions options = options(property, name, client.options(), client.protectionDomain());
        Work work = new Work();
        return new RdmaTemplate(
                name,
                new ClientConnections(name, rdma, client, options, work),
                work,
                interceptor(),
                common.shutdownTimeout());
    }

    private RequestInterceptor interceptor() {
        return RequestInterceptor.of(
                beans.getBeanProvider(RequestInterceptor.class).orderedStream().toList());
    }

    private ConnectionOptions options(
            String property, String name, ConnectionOptions options, @Nullable String domainName) {
        ConnectionOptions grouped = options;
        if (domainName != null) {
            ProtectionDomain domain = ProtectionDomains.find(beans, property + ".protection-domain", domainName);
            grouped = options.group(groups.computeIfAbsent(domain, ConnectionGroup::of));
        }
        for (ConnectionOptionsCustomizer customizer : beans.getBeanProvider(ConnectionOptionsCustomizer.class)
                .orderedStream()
                .toList()) {
            grouped = customizer.customize(name, grouped);
        }
        return grouped;
    }

    private Listener listener(String name) {
        Listener listener = listeners.all().get(name);
        if (listener == null) {
            throw new RdmaConfigurationException(
                    ConnectionsProperties.SERVERS + "." + name,
                    "it has no listener",
                    "Annotate a method of a bean with @RdmaListener(\"" + name
                            + "\"), define a bean of type RdmaHandler for it, or remove the server.");
        }
        return listener;
    }

    @Override
    public void afterSingletonsInstantiated() {
        listeners.all().forEach((name, listener) -> {
            if (!properties.servers().containsKey(name)) {
                throw new RdmaConfigurationException(
                        ConnectionsProperties.SERVERS + "." + name,
                        listener + " listens to a server that is not configured"
                                + (properties.servers().isEmpty()
                                        ? ""
                                        : NearestNames.hint(
                                                name, properties.servers().keySet())),
                        "Configure " + ConnectionsProperties.SERVERS + "." + name
                                + ".port, or correct the name in @RdmaListener or RdmaHandler.");
            }
        });
    }

    @Override
    public void close() {
        groups.values().forEach(ConnectionGroup::close);
    }
}
