package io.verbena.spring.boot.connection;

import io.verbena.spring.boot.named.NamedBeans;
import java.util.Map;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Registers the servers and clients of the configuration. */
final class ConnectionRegistrar implements ImportBeanDefinitionRegistrar {
    private final Environment environment;

    ConnectionRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        NamedBeans beans = new NamedBeans(environment, registry, "rdmaConnectionBeans");
        String servers = ConnectionsProperties.SERVERS;
        beans.entries(servers, NamedServer.class)
                .keySet()
                .forEach(name -> beans.register(servers, name, RdmaListenerContainer.class, "server"));

        String clients = ConnectionsProperties.CLIENTS;
        Map<String, NamedClient> entries = beans.entries(clients, NamedClient.class);
        String primary = NamedBeans.primary(clients, entries, NamedClient::primary);
        entries.keySet()
                .forEach(name -> beans.register(clients, name, RdmaTemplate.class, "client")
                        .primaryIf(name.equals(primary)));
    }
}
