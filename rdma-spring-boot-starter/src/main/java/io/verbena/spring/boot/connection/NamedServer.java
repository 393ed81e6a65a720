package io.verbena.spring.boot.connection;

import io.verbena.connection.ConnectionOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A server. Methods with {@link RdmaListener} do its work.
 *
 * @param address Name or address of this host to listen at. All that RDMA devices have if not set.
 * @param port Port to listen at, up to 65535. A free one if 0.
 * @param backlog How many who ask are kept waiting, from 1 to 65536.
 * @param maxConnections How many connections there may be at once; whoever asks for more is refused.
 * @param threads How many messages are worked on at once.
 * @param queueDepth How many requests of each queue of a connection may be under way, from 4 to 16384.
 * @param timeout How long to wait for the other side where nothing else is said, from 1ms to 1h.
 * @param protectionDomain Protection domain of its connections, by its name. One for each device if not set.
 * @param messages How large messages are.
 */
public record NamedServer(
        @Nullable String address,
        @DefaultValue("0") int port,
        @DefaultValue("64") int backlog,
        @DefaultValue("256") int maxConnections,
        @DefaultValue("4") int threads,
        @DefaultValue("64") int queueDepth,
        @DefaultValue("10s") Duration timeout,
        @Nullable String protectionDomain,
        @DefaultValue MessageProperties messages) {

    /** Refuses what cannot work. */
    public NamedServer {
        Limits.require("port", port, 0, 65_535);
        Limits.require("max-connections", maxConnections, 1, 1 << 20);
        Limits.require("threads", threads, 1, 10_000);
        options(backlog, queueDepth, timeout);
    }

    ConnectionOptions options() {
        return options(backlog, queueDepth, timeout);
    }

    private static ConnectionOptions options(int backlog, int queueDepth, Duration timeout) {
        return ConnectionOptions.DEFAULTS
                .backlog(backlog)
                .queueDepth(queueDepth)
                .timeout(timeout);
    }
}
