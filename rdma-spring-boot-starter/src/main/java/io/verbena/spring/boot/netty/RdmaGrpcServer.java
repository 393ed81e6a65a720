package io.verbena.spring.boot.netty;

import io.grpc.Server;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The gRPC server that listens over RDMA beside the TCP server of the application. It starts after all other beans. At shutdown, it
 * completes the calls in flight. Instances are thread-safe.
 */
public final class RdmaGrpcServer extends ListeningServer<Server> {
    private final NettyProperties.Grpc properties;
    private final Duration grace;

    RdmaGrpcServer(NettyProperties.Grpc properties, Supplier<Server> servers, Duration grace) {
        super("gRPC", servers);
        this.properties = properties;
        this.grace = grace;
    }

    /**
     * Returns the port at which the server listens.
     *
     * @throws IllegalStateException if the server is not started
     */
    public int port() {
        return started().getPort();
    }

    @Override
    Object listen(Server starting) {
        try {
            starting.start();
        } catch (IOException e) {
            starting.shutdownNow();
            throw cannotListen(NettyProperties.GRPC_PORT, properties.socketAddress(), e);
        }
        return "port " + starting.getPort();
    }

    @Override
    public void stop() {
        Server ending = ending();
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
}
