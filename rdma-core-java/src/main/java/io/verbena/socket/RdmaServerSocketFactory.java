package io.verbena.socket;

import io.verbena.stream.Streams;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
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
        return new RdmaServerSocket(new RdmaSocketImpl(() -> streams));
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

    private static final class RdmaServerSocket extends ServerSocket {
        private final RdmaSocketImpl impl;

        RdmaServerSocket(RdmaSocketImpl impl) {
            super(impl);
            this.impl = impl;
        }

        /** Waits here, since the JDK closes the server socket of a virtual thread that is interrupted. */
        @Override
        public Socket accept() throws IOException {
            if (isClosed() || !isBound()) {
                throw new SocketException(isClosed() ? "Socket is closed" : "Socket is not bound yet");
            }
            Socket accepted = new RdmaSocket(impl.accept());
            implAccept(accepted);
            return accepted;
        }

        @Override
        public String toString() {
            return impl.toString();
        }
    }
}
