package io.verbena.spring.boot.netty;

import io.grpc.Server;
import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.NestedExceptionUtils;

/**
 * The gRPC server that listens over RDMA beside the TCP server of the application. It starts after all other beans. At shutdown, it
 * completes the calls in flight. Instances are thread-safe.
 */
public final class RdmaGrpcServer implements SmartLifecycle {
    /** The phase of servers, which stop first and start last. */
    private static final int PHASE = DEFAULT_PHASE - 1024;

    private static final Logger LOG = LoggerFactory.getLogger(RdmaGrpcServer.class);

    private final NettyProperties.Grpc properties;
    private final Supplier<Server> servers;
    private final Duration grace;
    private @Nullable Server server;

    RdmaGrpcServer(NettyProperties.Grpc properties, Supplier<Server> servers, Duration grace) {
        this.properties = properties;
        this.servers = servers;
        this.grace = grace;
    }

    /**
     * Returns the port at which the server listens.
     *
     * @throws IllegalStateException if the server is not started
     */
    public synchronized int port() {
        if (server == null) {
            throw new IllegalStateException("the gRPC server over RDMA is not started");
        }
        return server.getPort();
    }

    @Override
    public synchronized void start() {
        if (server != null) {
            return;
        }
        Server starting = servers.get();
        try {
            starting.start();
        } catch (IOException e) {
            starting.shutdownNow();
            throw new RdmaConfigurationException(
                    NettyProperties.GRPC_PORT,
                    "the server cannot listen at " + properties.socketAddress() + ": "
                            + NestedExceptionUtils.getMostSpecificCause(e).getMessage(),
                    "Select a free port, and set rdma.netty.grpc.address to an address of an RDMA device of this host or"
                            + " remove it to listen at all addresses.",
                    e);
        }
        server = starting;
        LOG.info("gRPC server listens over RDMA at port {}", starting.getPort());
    }

    @Override
    public synchronized void stop() {
        Server ending = server;
        server = null;
        if (ending == null) {
            return;
        }
        ending.shutdown();
        try {
            if (!ending.awaitTermination(grace.toMillis(), TimeUnit.MILLISECONDS)) {
                ending.shutdownNow();
            }
        } catch (InterruptedException e) {
            ending.shutdownNow();
            Thread.currentThread().interrupt();
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
