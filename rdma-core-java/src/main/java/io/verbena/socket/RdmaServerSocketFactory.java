package io.verbena.socket;

import io.verbena.stream.Streams;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import javax.net.ServerSocketFactory;
import org.jspecify.annotations.Nullable;

/** Creates server sockets that accept RDMA streams; see {@link RdmaSocketFactory}. */
public final class RdmaServerSocketFactory extends ServerSocketFactory {
    private static final int DEFAULT_BACKLOG = 50;

    private final Streams streams;

    /**
     * Creates a factory.
     *
     * @param streams the streams of the sockets, which end when the streams are closed
     */
    public RdmaServerSocketFactory(Streams streams) {
        this.streams = streams;
    }

    @Override
    public ServerSocket createServerSocket() throws IOException {
        return new RdmaServerSocket(streams);
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return createServerSocket(port, DEFAULT_BACKLOG, null);
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) throws IOException {
        return createServerSocket(port, backlog, null);
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, @Nullable InetAddress address) throws IOException {
        ServerSocket socket = createServerSocket();
        try {
            socket.bind(new InetSocketAddress(address, port), backlog);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
