package io.verbena.spring.boot.connection;

import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.Isolation;
import io.verbena.connection.MessageOptions;
import io.verbena.connection.ServerLimits;
import io.verbena.spring.boot.named.NamedBeans;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Properties of servers and clients.
 *
 * @param servers Servers by name.
 * @param clients Clients by name.
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

    private static void requireRange(String property, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(property + " is " + value + "; it must be from " + min + " to " + max);
        }
    }

    /**
     * Properties of a server, whose requests a method with {@link RdmaListener} or an {@link RdmaHandler} handles.
     *
     * @param address Name or address of this host to listen at (default: all addresses of RDMA devices).
     * @param port Port to listen at, up to 65535; 0 selects a free port.
     * @param backlog Maximum number of connections that are being established or wait to be accepted, from 1 to 65536.
     * @param backlogPerPeer Maximum share of one IP address in the backlog; 0 means three quarters.
     * @param maxConnections Maximum number of concurrent connections. Further connections are rejected.
     * @param maxConnectionsPerPeer Maximum number of concurrent connections from one IP address; 0 means three quarters of
     *     max-connections.
     * @param maxFaultsPerPeer Maximum number of connections from one IP address in ten seconds that break the protocol or are not
     *     completed; 0 means any number.
     * @param threads Maximum number of messages that are handled concurrently.
     * @param queueDepth Maximum number of requests in flight per queue of a connection, from 4 to 16384.
     * @param timeout Time to wait for the peer, from 1ms to 1h.
     * @param keepAlive Time for which the peer may be unreachable before a connection ends, from 100ms to 1h; 0 disables
     *     it.
     * @param isolation Whether each connection has its own protection domain, or all connections of a device share one.
     * @param protectionDomain Name of the protection domain that its connections share (default: according to isolation).
     * @param messages Limits for messages.
     */
    public record NamedServer(
            @Nullable String address,
            @DefaultValue("0") int port,
            @DefaultValue("64") int backlog,
            @DefaultValue("0") int backlogPerPeer,
            @DefaultValue("256") int maxConnections,
            @DefaultValue("0") int maxConnectionsPerPeer,
            @DefaultValue("16") int maxFaultsPerPeer,
            @DefaultValue("4") int threads,
            @DefaultValue("64") int queueDepth,
            @DefaultValue("10s") Duration timeout,
            @DefaultValue("30s") Duration keepAlive,
            @DefaultValue("connection") Isolation isolation,
            @Nullable String protectionDomain,
            @DefaultValue MessageProperties messages)
            implements NamedBeans.Entry {

        /** Validates the properties. */
        public NamedServer {
            requireRange("port", port, 0, 65_535);
            requireRange("max-connections", maxConnections, 1, 1 << 20);
            requireRange("threads", threads, 1, 10_000);
            options(backlog, queueDepth, timeout, keepAlive);
            limits(backlogPerPeer, maxConnections, maxConnectionsPerPeer, maxFaultsPerPeer);
        }

        ConnectionOptions options() {
            return options(backlog, queueDepth, timeout, keepAlive)
                    .isolation(isolation)
                    .limits(limits(backlogPerPeer, maxConnections, maxConnectionsPerPeer, maxFaultsPerPeer));
        }

        private static ConnectionOptions options(int backlog, int queueDepth, Duration timeout, Duration keepAlive) {
            return ConnectionOptions.DEFAULTS
                    .backlog(backlog)
                    .queueDepth(queueDepth)
                    .timeout(timeout)
                    .keepAlive(keepAlive);
        }

        private static ServerLimits limits(
                int backlogPerPeer, int connections, int connectionsPerPeer, int faultsPerPeer) {
            return new ServerLimits(backlogPerPeer, connections, connectionsPerPeer, faultsPerPeer);
        }
    }

    /**
     * Properties of a client, which is an {@link RdmaTemplate}.
     *
     * @param address Name or address of the server.
     * @param port Port of the server, from 1 to 65535.
     * @param timeout Timeout of connecting and of a response, from 1ms to 1h.
     * @param keepAlive Time for which the peer may be unreachable before a connection ends, from 100ms to 1h; 0 disables
     *     it.
     * @param retries Number of attempts to connect after the first, from 0 to 1000.
     * @param retryDelay Pause before each further attempt to connect, up to 1h.
     * @param idleConnections Number of idle connections to keep for callbacks, from 0.
     * @param queueDepth Maximum number of requests in flight per queue of a connection, from 4 to 16384.
     * @param protectionDomain Name of the protection domain of its connections (default: one per connection).
     * @param messages Limits for messages.
     * @param primary Whether the bean is injected where no qualifier is given.
     */
    public record NamedClient(
            String address,
            int port,
            @DefaultValue("10s") Duration timeout,
            @DefaultValue("30s") Duration keepAlive,
            @DefaultValue("3") int retries,
            @DefaultValue("100ms") Duration retryDelay,
            @DefaultValue("1") int idleConnections,
            @DefaultValue("64") int queueDepth,
            @Nullable String protectionDomain,
            @DefaultValue MessageProperties messages,
            @DefaultValue("false") boolean primary)
            implements NamedBeans.Entry {

        /** Validates the properties. */
        public NamedClient {
            if (address == null || address.isBlank()) {
                throw new IllegalArgumentException(
                        "address is not set; set it to the name or the address of the server");
            }
            requireRange("port", port, 1, 65_535);
            requireRange("retries", retries, 0, 1000);
            requireRange("retry-delay in ms", retryDelay.toMillis(), 0, 3_600_000);
            requireRange("idle-connections", idleConnections, 0, 10_000);
            options(queueDepth, timeout, keepAlive);
        }

        ConnectionOptions options() {
            return options(queueDepth, timeout, keepAlive);
        }

        private static ConnectionOptions options(int queueDepth, Duration timeout, Duration keepAlive) {
            return ConnectionOptions.DEFAULTS
                    .queueDepth(queueDepth)
                    .timeout(timeout)
                    .keepAlive(keepAlive);
        }
    }

    /**
     * Properties of messages. Server and client may differ.
     *
     * @param slots Number of short messages that are buffered until the receiver takes them, from 2 to 8192.
     * @param slotSize Maximum length of a short message, from 64B to 1MB. The peer reads longer messages.
     * @param largest Maximum length of a message that is accepted.
     * @param window Maximum number of long messages in flight per direction, from 1 to 64.
     */
    public record MessageProperties(
            @DefaultValue("16") int slots,
            @DefaultValue("64KB") DataSize slotSize,
            @DefaultValue("16MB") DataSize largest,
            @DefaultValue("4") int window) {

        /** Validates the numbers. */
        public MessageProperties {
            options(slots, slotSize, largest, window, MessageOptions.DEFAULTS.timeout());
        }

        MessageOptions options(Duration timeout) {
            return options(slots, slotSize, largest, window, timeout);
        }

        private static MessageOptions options(
                int slots, DataSize slot, DataSize largest, int window, Duration timeout) {
            return new MessageOptions(slots, bytes(slot), bytes(largest), window, timeout);
        }

        private static int bytes(DataSize size) {
            return (int) Math.max(-1, Math.min(Integer.MAX_VALUE, size.toBytes()));
        }
    }
}
