package io.verbena.spring.boot.netty;

import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.rsocket.server.RSocketServer;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.NestedExceptionUtils;

/** The RSocket server that listens over RDMA. It starts after all other beans. Instances are thread-safe. */
public final class RdmaRSocketServer implements SmartLifecycle {
    /** The phase of servers, which stop first and start last. */
    private static final int PHASE = DEFAULT_PHASE - 1024;

    private static final Logger LOG = LoggerFactory.getLogger(RdmaRSocketServer.class);

    private final NettyProperties.Rsocket properties;
    private final Supplier<RSocketServer> servers;
    private @Nullable RSocketServer server;

    RdmaRSocketServer(NettyProperties.Rsocket properties, Supplier<RSocketServer> servers) {
        this.properties = properties;
        this.servers = servers;
    }

    /**
     * Returns the address at which the server listens.
     *
     * @throws IllegalStateException if the server is not started
     */
    public synchronized InetSocketAddress address() {
        if (server == null) {
            throw new IllegalStateException("the RSocket server over RDMA is not started");
        }
        return Objects.requireNonNull(server.address());
    }

    @Override
    public synchronized void start() {
        if (server != null) {
            return;
        }
        RSocketServer starting = servers.get();
        try {
            starting.start();
        } catch (RuntimeException e) {
            throw new RdmaConfigurationException(
                    NettyProperties.RSOCKET_PORT,
                    "the server cannot listen at " + properties.socketAddress() + ": "
                            + NestedExceptionUtils.getMostSpecificCause(e).getMessage(),
                    "Select a free port, and set rdma.netty.rsocket.address to an address of an RDMA device of this host or"
                            + " remove it to listen at all addresses.",
                    e);
        }
        server = starting;
        LOG.info("RSocket server listens over RDMA at {}", starting.address());
    }

    @Override
    public synchronized void stop() {
        if (server != null) {
            server.stop();
            server = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return server != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
