package io.verbena.socket;

import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.stream.RdmaStream;
import io.verbena.stream.StreamTimeoutException;
import io.verbena.stream.Streams;
import io.verbena.verbs.FutureWaits;
import io.verbena.verbs.InterruptedWaitException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A socket over an RDMA stream. Every method of {@link Socket} is overridden, so that none of them opens a TCP socket. */
// The fields are volatile, and the methods that wait must not exclude the others.
@SuppressWarnings("UnsynchronizedOverridesSynchronized")
final class RdmaSocket extends Socket {
    static final Duration FOREVER = Duration.ofDays(365);

    private final Supplier<Streams> streams;
    private final SocketOptions options = new SocketOptions();
    private volatile @Nullable RdmaStream stream;
    private volatile @Nullable CompletableFuture<RdmaStream> connecting;
    private volatile @Nullable InetSocketAddress local;
    private volatile @Nullable InetSocketAddress peer;
    private volatile int timeout;
    private volatile boolean bound;
    private volatile boolean closed;
    private volatile boolean inputShutdown;
    private volatile boolean outputShutdown;

    RdmaSocket(Supplier<Streams> streams) {
        this.streams = streams;
    }

    /** Takes a stream that a server has accepted. */
    RdmaSocket(Supplier<Streams> streams, RdmaStream accepted) {
        this(streams);
        take(accepted);
    }

    private void take(RdmaStream connected) {
        connected.timeout(FOREVER);
        local = connected.localAddress();
        peer = connected.peerAddress();
        stream = connected;
        bound = true;
    }

    static InetSocketAddress resolved(SocketAddress address) throws IOException {
        if (!(address instanceof InetSocketAddress internet)) {
            throw new IllegalArgumentException("Unsupported address type: " + address);
        }
        if (internet.isUnresolved()) {
            throw new UnknownHostException(internet.getHostString());
        }
        return internet;
    }

    /** Returns the exception of the JDK for a failure. */
    static IOException failure(RdmaException cause) {
        IOException failure;
        if (cause instanceof StreamTimeoutException) {
            failure = new SocketTimeoutException(cause.getMessage());
        } else if (cause instanceof InterruptedWaitException) {
            failure = new InterruptedIOException(cause.getMessage());
        } else {
            failure = new SocketException(cause.getMessage());
        }
        failure.initCause(cause);
        return failure;
    }

    @Override
    public void connect(SocketAddress endpoint) throws IOException {
        connect(endpoint, 0);
    }

    @Override
    public void connect(SocketAddress endpoint, int millis) throws IOException {
        SocketOptions.notNegative("timeout", millis);
        requireOpen();
        if (isConnected()) {
            throw new SocketException("already connected");
        }
        InetSocketAddress to = resolved(endpoint);
        Duration longest = millis == 0 ? FOREVER : Duration.ofMillis(millis);
        try {
            CompletableFuture<RdmaStream> attempt = streams.get().connectAsync(to, options.settings(), longest);
            connecting = attempt;
            if (closed) {
                attempt.cancel(false);
            }
            // The attempt has a timeout of its own.
            take(FutureWaits.await(attempt, FOREVER, this, () -> new RdmaException(this + " is not connected")));
        } catch (RdmaException e) {
            close();
            throw e instanceof SysException system ? unconnected(system) : failure(e);
        } catch (CancellationException e) {
            throw new SocketException("Socket closed");
        } finally {
            connecting = null;
        }
        if (closed) {
            close();
            throw new SocketException("Socket closed");
        }
    }

    private static IOException unconnected(SysException cause) {
        IOException failure = cause.errno() == Errno.ETIMEDOUT
                ? new SocketTimeoutException(cause.getMessage())
                : new ConnectException(cause.getMessage());
        failure.initCause(cause);
        return failure;
    }

    /**
     * Notes that any local address will do.
     *
     * @throws SocketException if the address is a certain one, since a socket takes that of the device that reaches the peer
     */
    @Override
    public void bind(@Nullable SocketAddress address) throws IOException {
        requireOpen();
        if (bound) {
            throw new SocketException("Already bound");
        }
        if (address != null) {
            InetSocketAddress wanted = resolved(address);
            if (!wanted.getAddress().isAnyLocalAddress() || wanted.getPort() != 0) {
                throw new SocketException(
                        "cannot bind to " + wanted
                                + ": a socket over RDMA takes the address of the device that reaches the peer; bind to port 0 of any address");
            }
        }
        bound = true;
    }

    private void requireOpen() throws SocketException {
        if (closed) {
            throw new SocketException("Socket is closed");
        }
    }

    private RdmaStream requireConnected() throws SocketException {
        requireOpen();
        RdmaStream connected = stream;
        if (connected == null) {
            throw new SocketException("Socket is not connected");
        }
        return connected;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        RdmaStream from = requireConnected();
        if (inputShutdown) {
            throw new SocketException("Socket input is shutdown");
        }
        return new Input(from);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        RdmaStream to = requireConnected();
        if (outputShutdown) {
            throw new SocketException("Socket output is shutdown");
        }
        return new Output(to);
    }

    /** The bytes of the peer; reads wait for the timeout of the socket. */
    private final class Input extends InputStream {
        private final RdmaStream from;

        Input(RdmaStream from) {
            this.from = from;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, into.length);
            requireOpen();
            if (inputShutdown) {
                return -1;
            }
            int millis = timeout;
            try {
                return from.read(
                        ByteBuffer.wrap(into, offset, length), millis == 0 ? FOREVER : Duration.ofMillis(millis));
            } catch (RdmaException e) {
                requireOpen();
                throw failure(e);
            }
        }

        @Override
        public int available() throws IOException {
            requireOpen();
            try {
                return inputShutdown ? 0 : from.available();
            } catch (RdmaException e) {
                throw failure(e);
            }
        }

        @Override
        public void close() throws IOException {
            RdmaSocket.this.close();
        }
    }

    /** The bytes for the peer. */
    private final class Output extends OutputStream {
        private final RdmaStream to;

        Output(RdmaStream to) {
            this.to = to;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, from.length);
            requireOpen();
            if (outputShutdown) {
                throw new SocketException("Socket output is shutdown");
            }
            try {
                to.write(ByteBuffer.wrap(from, offset, length));
            } catch (RdmaException e) {
                requireOpen();
                throw failure(e);
            }
        }

        @Override
        public void close() throws IOException {
            RdmaSocket.this.close();
        }
    }

    @Override
    public void sendUrgentData(int data) throws IOException {
        throw new SocketException("streams over RDMA have no urgent data");
    }

    @Override
    public void shutdownInput() throws IOException {
        requireConnected();
        if (inputShutdown) {
            throw new SocketException("Socket input is already shutdown");
        }
        inputShutdown = true;
    }

    @Override
    public void shutdownOutput() throws IOException {
        RdmaStream connected = requireConnected();
        if (outputShutdown) {
            throw new SocketException("Socket output is already shutdown");
        }
        outputShutdown = true;
        try {
            connected.endWriting();
        } catch (RdmaException e) {
            throw failure(e);
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        CompletableFuture<RdmaStream> attempt = connecting;
        if (attempt != null) {
            attempt.cancel(false);
        }
        RdmaStream connected = stream;
        if (connected != null) {
            try {
                connected.close();
            } catch (RdmaException e) {
                throw failure(e);
            }
        }
    }

    @Override
    public @Nullable InetAddress getInetAddress() {
        InetSocketAddress connected = peer;
        return connected == null ? null : connected.getAddress();
    }

    @Override
    public InetAddress getLocalAddress() {
        InetSocketAddress connected = local;
        return connected == null || closed ? new InetSocketAddress(0).getAddress() : connected.getAddress();
    }

    @Override
    public int getPort() {
        InetSocketAddress connected = peer;
        return connected == null ? 0 : connected.getPort();
    }

    @Override
    public int getLocalPort() {
        InetSocketAddress connected = local;
        return connected == null ? -1 : connected.getPort();
    }

    @Override
    public @Nullable SocketAddress getRemoteSocketAddress() {
        return peer;
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        return local;
    }

    @Override
    public @Nullable SocketChannel getChannel() {
        return null;
    }

    @Override
    public boolean isConnected() {
        return stream != null;
    }

    @Override
    public boolean isBound() {
        return bound;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public boolean isInputShutdown() {
        return inputShutdown;
    }

    @Override
    public boolean isOutputShutdown() {
        return outputShutdown;
    }

    private <T> void set(SocketOption<T> name, T value) throws SocketException {
        requireOpen();
        options.set(name, value);
    }

    private <T> T get(SocketOption<T> name) throws SocketException {
        requireOpen();
        return Objects.requireNonNull(options.get(name));
    }

    @Override
    public void setSoTimeout(int millis) throws SocketException {
        requireOpen();
        timeout = SocketOptions.notNegative("timeout", millis);
    }

    @Override
    public int getSoTimeout() throws SocketException {
        requireOpen();
        return timeout;
    }

    @Override
    public void setTcpNoDelay(boolean on) throws SocketException {
        set(StandardSocketOptions.TCP_NODELAY, on);
    }

    @Override
    public boolean getTcpNoDelay() throws SocketException {
        return get(StandardSocketOptions.TCP_NODELAY);
    }

    @Override
    public void setSoLinger(boolean on, int seconds) throws SocketException {
        set(StandardSocketOptions.SO_LINGER, on ? SocketOptions.notNegative("linger", seconds) : -1);
    }

    @Override
    public int getSoLinger() throws SocketException {
        return get(StandardSocketOptions.SO_LINGER);
    }

    @Override
    public void setOOBInline(boolean on) throws SocketException {
        requireOpen();
        if (on) {
            throw new SocketException("streams over RDMA have no urgent data");
        }
    }

    @Override
    public boolean getOOBInline() throws SocketException {
        requireOpen();
        return false;
    }

    @Override
    public void setSendBufferSize(int size) throws SocketException {
        set(StandardSocketOptions.SO_SNDBUF, SocketOptions.positive("size", size));
    }

    @Override
    public int getSendBufferSize() throws SocketException {
        return get(StandardSocketOptions.SO_SNDBUF);
    }

    @Override
    public void setReceiveBufferSize(int size) throws SocketException {
        set(StandardSocketOptions.SO_RCVBUF, SocketOptions.positive("size", size));
    }

    @Override
    public int getReceiveBufferSize() throws SocketException {
        return get(StandardSocketOptions.SO_RCVBUF);
    }

    @Override
    public void setKeepAlive(boolean on) throws SocketException {
        set(StandardSocketOptions.SO_KEEPALIVE, on);
    }

    @Override
    public boolean getKeepAlive() throws SocketException {
        return get(StandardSocketOptions.SO_KEEPALIVE);
    }

    @Override
    public void setTrafficClass(int value) throws SocketException {
        set(StandardSocketOptions.IP_TOS, value);
    }

    @Override
    public int getTrafficClass() throws SocketException {
        return get(StandardSocketOptions.IP_TOS);
    }

    @Override
    public void setReuseAddress(boolean on) throws SocketException {
        set(StandardSocketOptions.SO_REUSEADDR, on);
    }

    @Override
    public boolean getReuseAddress() throws SocketException {
        return get(StandardSocketOptions.SO_REUSEADDR);
    }

    @Override
    public void setPerformancePreferences(int connectionTime, int latency, int bandwidth) {}

    @Override
    public <T> Socket setOption(SocketOption<T> name, T value) throws IOException {
        set(name, value);
        return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> name) throws IOException {
        return get(name);
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return options.names();
    }

    @Override
    public String toString() {
        return "RdmaSocket[" + local + " to " + peer + "]";
    }
}
