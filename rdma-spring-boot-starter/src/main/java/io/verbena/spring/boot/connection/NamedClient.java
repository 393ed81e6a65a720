package io.verbena.spring.boot.connection;

import io.verbena.connection.ConnectionOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A client of one server: a {@link RdmaTemplate}.
 *
 * @param address Name or address of the server.
 * @param port Port of the server, from 1 to 65535.
 * @param timeout How long to wait for a connection, and for an answer, from 1ms to 1h.
 * @param retries How often to try again to connect, from 0 to 1000.
 * @param retryDelay How long to wait before trying again to connect, up to 1h.
 * @param idleConnections How many connections are kept for the next callback, from 0.
 * @param queueDepth How many requests of each queue of a connection may be under way, from 4 to 16384.
 * @param protectionDomain Protection domain of its connections, by its name. One for each connection if not set.
 * @param messages How large messages are.
 * @param primary Whether it is injected where nobody says which.
 */
public record NamedClient(
        String address,
        int port,
        @DefaultValue("10s") Duration timeout,
        @DefaultValue("3") int retries,
        @DefaultValue("100ms") Duration retryDelay,
        @DefaultValue("1") int idleConnections,
        @DefaultValue("64") int queueDepth,
        @Nullable String protectionDomain,
        @DefaultValue MessageProperties messages,
        @DefaultValue("false") boolean primary) {

    /** Refuses what cannot work. */
    public NamedClient {
        if (address == null || address.isBlank()) {
            throw new IllegalArgumentException("address is not set; give the name or the address of the server");
        }
        Limits.require("port", port, 1, 65_535);
        Limits.require("retries", retries, 0, 1000);
        Limits.require("retry-delay in ms", retryDelay.toMillis(), 0, 3_600_000);
        Limits.require("idle-connections", idleConnections, 0, 10_000);
        options(queueDepth, timeout);
    }

    ConnectionOptions options() {
        return options(queueDepth, timeout);
    }

    private static ConnectionOptions options(int queueDepth, Duration timeout) {
        return ConnectionOptions.DEFAULTS.queueDepth(queueDepth).timeout(timeout);
    }
}
