package io.verbena.socket;

import io.verbena.Rdma;
import io.verbena.stream.Streams;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.function.Supplier;
import javax.net.SocketFactory;

/**
 * Creates sockets whose bytes travel over RDMA streams, for clients of programs that use rsockets. A socket honors its timeouts. An
 * interrupt ends a wait with an {@link java.io.InterruptedIOException}, and leaves the interrupt status set. Sockets may be used by
 * virtual threads, one of which at a time occupies its carrier while it waits.
 *
 * <p>Sockets have the options that {@link Socket} has. Buffer sizes are set before the socket is connected. Options of TCP such as
 * {@code TCP_NODELAY} are kept without an effect. A socket takes the local address of the device that reaches the peer.
 *
 * <pre>{@code
 * Socket socket = new RdmaSocketFactory(rdma.streams()).createSocket("10.77.0.2", 8080);
 * }</pre>
 */
public final class RdmaSocketFactory extends SocketFactory {
    /** The devices of factories that are created without streams. They are opened at their first use and stay open. */
    private static final class Default {
        static final Rdma RDMA = Rdma.open();
    }

    private final Supplier<Streams> streams;

    /**
     * Creates a factory that opens the devices of this host when its first socket connects, for libraries that take the name of a
     * class.
     */
    public RdmaSocketFactory() {
        streams = () -> Default.RDMA.streams();
    }

    /**
     * Creates a factory.
     *
     * @param streams the streams of the sockets, which end when the streams are closed
     */
    public RdmaSocketFactory(Streams streams) {
        this.streams = () -> streams;
    }

    @Override
    public Socket createSocket() {
        try {
            return new RdmaSocket(new RdmaSocketImpl(streams));
        } catch (SocketException e) {
            throw new IllegalStateException("a socket that is not connected cannot be created", e);
        }
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    /** Creates a connected socket; see {@link java.net.Socket#bind} for the local address. */
    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(localHost, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(localHost, localPort));
    }

    private Socket connected(InetSocketAddress to) throws IOException {
        return connected(to, new InetSocketAddress(0));
    }

    private Socket connected(InetSocketAddress to, InetSocketAddress from) throws IOException {
        Socket socket = createSocket();
        try {
            socket.bind(from);
            socket.connect(to);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
