package io.verbena.spring.boot.netty;

import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.WebServerException;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.NestedExceptionUtils;

/**
 * The WebFlux server that listens over RDMA beside the TCP server of the application. It starts after all other beans and shuts down
 * as {@code server.shutdown} says. Instances are thread-safe.
 */
public final class RdmaHttpServer implements SmartLifecycle {
    /** The phase in which web servers complete their requests. */
    private static final int PHASE = DEFAULT_PHASE - 1024;

    private static final Logger LOG = LoggerFactory.getLogger(RdmaHttpServer.class);

    private final NettyProperties.Server properties;
    private final Supplier<WebServer> servers;
    private @Nullable WebServer server;

    RdmaHttpServer(NettyProperties.Server properties, Supplier<WebServer> servers) {
        this.properties = properties;
        this.servers = servers;
    }

    /**
     * Returns the port at which the server listens.
     *
     * @throws IllegalStateException if the server is not started
     */
    public synchronized int port() {
        if (server == null) {
            throw new IllegalStateException("the HTTP server over RDMA is not started");
        }
        return server.getPort();
    }

    @Override
    public synchronized void start() {
        if (server != null) {
            return;
        }
        WebServer starting = servers.get();
        try {
            starting.start();
        } catch (PortInUseException e) {
            throw new RdmaConfigurationException(
                    NettyProperties.SERVER_PORT,
                    "the port " + properties.port() + " is in use",
                    "Stop the other program, or select another port; 0 selects a free port.",
                    e);
        } catch (WebServerException e) {
            throw new RdmaConfigurationException(
                    NettyProperties.SERVER_PORT,
                    "the server cannot listen at " + properties.socketAddress() + ": "
                            + NestedExceptionUtils.getMostSpecificCause(e).getMessage(),
                    "Select a free port, and set rdma.netty.server.address to an address of an RDMA device of this host or"
                            + " remove it to listen at all addresses.",
                    e);
        }
        server = starting;
        LOG.info("HTTP server listens over RDMA at port {}", starting.getPort());
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    @Override
    public void stop(Runnable callback) {
        WebServer ending;
        synchronized (this) {
            ending = server;
            server = null;
        }
        if (ending == null) {
            callback.run();
            return;
        }
        ending.shutDownGracefully(result -> {
            try {
                ending.stop();
            } finally {
                callback.run();
            }
        });
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
