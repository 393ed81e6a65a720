package io.verbena.spring.boot.netty;

import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import java.util.function.Supplier;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.WebServerException;

/**
 * The WebFlux server that listens over RDMA beside the TCP server of the application. It starts after all other beans and shuts down
 * as {@code server.shutdown} says. Instances are thread-safe.
 */
public final class RdmaHttpServer extends ListeningServer<WebServer> {
    private final NettyProperties.Server properties;

    RdmaHttpServer(NettyProperties.Server properties, Supplier<WebServer> servers) {
        super("HTTP", servers);
        this.properties = properties;
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
    Object listen(WebServer starting) {
        try {
            starting.start();
        } catch (PortInUseException e) {
            throw new RdmaConfigurationException(
                    NettyProperties.SERVER_PORT,
                    "the port " + properties.port() + " is in use",
                    "Stop the other program, or select another port; 0 selects a free port.",
                    e);
        } catch (WebServerException e) {
            throw cannotListen(NettyProperties.SERVER_PORT, properties.socketAddress(), e);
        }
        return "port " + starting.getPort();
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    @Override
    public void stop(Runnable callback) {
        WebServer ending = ending();
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
}
