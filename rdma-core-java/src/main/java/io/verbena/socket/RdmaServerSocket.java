package io.verbena.socket;

import io.verbena.error.RdmaException;
import io.verbena.stream.RdmaStream;
import io.verbena.stream.RdmaStreamServer;
import io.verbena.stream.StreamOption;
import io.verbena.stream.StreamSettings;
import io.verbena.stream.Streams;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server socket over a server of RDMA streams. */
// The fields are volatile, and the methods that wait must not exclude the others.
@SuppressWarnings("UnsynchronizedOverridesSynchronized")
final class RdmaServerSocket extends ServerSocket {
    private final Streams streams;
    private final SocketOptions options = new SocketOptions();
    private volatile @Nullable RdmaStreamServer server;
    private volatile @Nullable InetSocketAddress address;
    private volatile int timeout;
    private volatile boolean closed;

    RdmaServerSocket(Streams streams) throws IOException {
        this.streams = streams;
    }

    @Override
    public void bind(@Nullable SocketAddress endpoint) throws IOException {
        bind(endpoint, 0);
    }

    @Override
    public void bind(@Nullable SocketAddress endpoint, int backlog) throws IOException {
        requireOpen();
        if (isBound()) {
            throw new SocketException("Already bound");
        }
        InetSocketAddress at = endpoint == null ? new InetSocketAddress(0) : RdmaSocket.resolved(endpoint);
        StreamSettings settings = options.settings().with(StreamOption.REUSE_ADDRESS, getReuseAddress() ? 1 : 0);
        try {
            RdmaStreamServer bound = streams.listen(at, settings, backlog < 1 ? 50 : backlog);
            address = bound.localAddress();
            server = bound;
        } catch (RdmaException e) {
            BindException failure = new BindException(e.getMessage());
            failure.initCause(e);
            throw failure;
        }
    }

    @Override
    public Socket accept() throws IOException {
        requireOpen();
        RdmaStreamServer bound = server;
        if (bound == null) {
            throw new SocketException("Socket is not bound yet");
        }
        int millis = timeout;
        try {
            RdmaStream stream = bound.accept(millis == 0 ? RdmaSocket.FOREVER : Duration.ofMillis(millis))
                    .orElseThrow(() -> new SocketTimeoutException("Accept timed out"));
            return new RdmaSocket(() -> streams, stream);
        } catch (RdmaException e) {
            requireOpen();
            throw RdmaSocket.failure(e);
        }
    }

    private void requireOpen() throws SocketException {
        if (closed) {
            throw new SocketException("Socket closed");
        }
    }

    @Override
    public void close() {
        closed = true;
        RdmaStreamServer bound = server;
        if (bound != null) {
            bound.close();
        }
    }

    @Override
    public @Nullable InetAddress getInetAddress() {
        InetSocketAddress bound = address;
        return bound == null ? null : bound.getAddress();
    }

    @Override
    public int getLocalPort() {
        InetSocketAddress bound = address;
        return bound == null ? -1 : bound.getPort();
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        return address;
    }

    @Override
    public @Nullable ServerSocketChannel getChannel() {
        return null;
    }

    @Override
    public boolean isBound() {
        return address != null;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void setSoTimeout(int millis) throws SocketException {
        requireOpen();
        timeout = SocketOptions.notNegative("timeout", millis);
    }

    @Override
    public int getSoTimeout() throws IOException {
        requireOpen();
        return timeout;
    }

    @Override
    public void setReuseAddress(boolean on) throws SocketException {
        requireOpen();
        options.set(StandardSocketOptions.SO_REUSEADDR, on);
    }

    @Override
    public boolean getReuseAddress() throws SocketException {
        requireOpen();
        return Objects.requireNonNull(options.get(StandardSocketOptions.SO_REUSEADDR));
    }

    @Override
    public void setReceiveBufferSize(int size) throws SocketException {
        requireOpen();
        options.set(StandardSocketOptions.SO_RCVBUF, SocketOptions.positive("size", size));
    }

    @Override
    public int getReceiveBufferSize() throws SocketException {
        requireOpen();
        return Objects.requireNonNull(options.get(StandardSocketOptions.SO_RCVBUF));
    }

    @Override
    public void setPerformancePreferences(int connectionTime, int latency, int bandwidth) {}

    @Override
    public <T> ServerSocket setOption(SocketOption<T> name, T value) throws IOException {
        requireOpen();
        options.set(name, value);
        return this;
    }

    @Override
    public <T> @Nullable T getOption(SocketOption<T> name) throws IOException {
        requireOpen();
        return options.get(name);
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return options.names();
    }

    @Override
    public String toString() {
        return "RdmaServerSocket[" + address + "]";
    }
}
