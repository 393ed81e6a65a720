package io.verbena.spring.boot.connection;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The servers and clients of an application.
 *
 * @param servers Servers by the names of their beans.
 * @param clients Clients by the names of their beans.
 */
@ConfigurationProperties(prefix = "rdma")
public record ConnectionsProperties(
        @DefaultValue Map<String, NamedServer> servers,
        @DefaultValue Map<String, NamedClient> clients) {
    static final String SERVERS = "rdma.servers";
    static final String CLIENTS = "rdma.clients";

    /** Copies the maps. */
    public ConnectionsProperties {
        servers = Map.copyOf(servers);
        clients = Map.copyOf(clients);
    }
}
