package io.verbena.spring.boot.netty;

import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.boot.rsocket.server.RSocketServer;

/** The RSocket server that listens over RDMA. It starts after all other beans. Instances are thread-safe. */
public final class RdmaRSocketServer extends ListeningServer<RSocketServer> {
    private final NettyProperties.Rsocket properties;

    RdmaRSocketServer(NettyProperties.Rsocket properties, Supplier<RSocketServer> servers) {
        super("RSocket", servers);
        this.properties = properties;
    }

    /**
     * Returns the address at which the server listens.
     *
     * @throws IllegalStateException if the server is not started
     */
    public InetSocketAddress address() {
        return Objects.requireNonNull(started().address());
    }

    @Override
    Object listen(RSocketServer starting) {
        try {
            starting.start();
        } catch (RuntimeException e) {
            throw cannotListen(NettyProperties.RSOCKET_PORT, properties.socketAddress(), e);
        }
        return Objects.requireNonNull(starting.address());
    }

    @Override
    public void stop() {
        RSocketServer ending = ending();
        if (ending != null) {
            ending.stop();
        }
    }
}
