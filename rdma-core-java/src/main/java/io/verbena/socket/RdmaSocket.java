package io.verbena.socket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;

/** A socket over an RDMA stream. */
final class RdmaSocket extends Socket {
    private final RdmaSocketImpl impl;

    RdmaSocket(RdmaSocketImpl impl) throws SocketException {
        super(impl);
        this.impl = impl;
    }

    /** Connects this socket, and closes it if that fails, which a JDK before 25 does not do. */
    @Override
    public void connect(SocketAddress endpoint, int millis) throws IOException {
        try {
            super.connect(endpoint, millis);
        } catch (IOException e) {
            if (!isConnected()) {
                close();
            }
            throw e;
        }
    }

    /**
     * Notes that any local address will do.
     *
     * @throws SocketException if the address is a certain one, since a socket takes that of the device that reaches the peer
     */
    @Override
    public void bind(@Nullable SocketAddress address) throws IOException {
        if (address instanceof InetSocketAddress wanted
                && !wanted.isUnresolved()
                && (!wanted.getAddress().isAnyLocalAddress() || wanted.getPort() != 0)) {
            throw new SocketException(
                    "cannot bind to " + wanted
                            + ": a socket over RDMA takes the address of the device that reaches the peer; bind to port 0 of any address");
        }
        super.bind(address);
    }

    // The streams of the JDK close the socket of a virtual thread that is interrupted; these do not.

    @Override
    public InputStream getInputStream() throws IOException {
        super.getInputStream();
        return impl.new Input(this);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        super.getOutputStream();
        return impl.new Output(this);
    }

    @Override
    public String toString() {
        return impl.toString();
    }
}
