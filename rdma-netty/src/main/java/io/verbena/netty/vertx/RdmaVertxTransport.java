package io.verbena.netty.vertx;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.verbena.netty.RdmaIoHandler;
import io.verbena.netty.RdmaServerSocketChannel;
import io.verbena.netty.RdmaSocketChannel;
import io.verbena.stream.Streams;
import io.vertx.core.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * Lets Vert.x 5.0 use RDMA for all its servers and clients and for the clustered event bus. A cluster manager keeps its own sockets.
 * RDMA has no datagrams, so the names of hosts must be resolved by the JDK ({@code -Dvertx.disableDnsResolver=true}).
 *
 * <pre>{@code
 * Vertx vertx = Vertx.builder().withTransport(RdmaVertxTransport.of(rdma.streams())).build();
 * vertx.createHttpServer().requestHandler(handler).listen(8080, "10.77.0.2");
 * }</pre>
 */
public final class RdmaVertxTransport implements Transport, io.vertx.core.spi.transport.Transport {
    private static final String DISABLE_RESOLVER = "vertx.disableDnsResolver";

    private final IoHandlerFactory handlers;

    private RdmaVertxTransport(IoHandlerFactory handlers) {
        this.handlers = handlers;
    }

    /**
     * Returns the transport for Vert.x. Servers and clients fail with the address if none of the devices has it or reaches it; nothing falls back
     * to TCP.
     *
     * @param streams the streams whose devices Vert.x uses; they must stay open until Vert.x is closed
     * @throws IllegalStateException if the resolver of Vert.x is enabled, which would wait for a datagram channel forever
     */
    public static RdmaVertxTransport of(Streams streams) {
        if (!Boolean.getBoolean(DISABLE_RESOLVER)) {
            throw new IllegalStateException(
                    "the resolver of Vert.x requires datagrams, which RDMA does not have; start Java with -D"
                            + DISABLE_RESOLVER + "=true");
        }
        return new RdmaVertxTransport(RdmaIoHandler.newFactory(streams));
    }

    @Override
    public String name() {
        return "rdma";
    }

    @Override
    public io.vertx.core.spi.transport.Transport implementation() {
        return this;
    }

    /** Returns true even without a device: otherwise, Vert.x would use TCP instead. */
    @Override
    public boolean available() {
        return true;
    }

    @Override
    public boolean isAvailable() {
        return true;
    }

    @Override
    public @Nullable Throwable unavailabilityCause() {
        return null;
    }

    @Override
    public IoHandlerFactory ioHandlerFactory() {
        return handlers;
    }

    @Override
    public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
        requireInternet(domainSocket);
        return RdmaSocketChannel::new;
    }

    @Override
    public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
        requireInternet(domainSocket);
        return RdmaServerSocketChannel::new;
    }

    private static void requireInternet(boolean domainSocket) {
        if (domainSocket) {
            throw new IllegalArgumentException(
                    "there are no domain sockets over RDMA; use the address of an RDMA device");
        }
    }

    @Override
    public DatagramChannel datagramChannel() {
        throw new UnsupportedOperationException(
                "there are no datagram sockets over RDMA; use another Vert.x instance for them");
    }

    @Override
    @SuppressWarnings("deprecation") // the type is that of the interface
    public DatagramChannel datagramChannel(InternetProtocolFamily family) {
        return datagramChannel();
    }
}
