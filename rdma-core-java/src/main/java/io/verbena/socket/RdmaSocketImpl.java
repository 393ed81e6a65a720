package io.verbena.socket;

import static java.util.Map.entry;

import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.stream.RdmaStream;
import io.verbena.stream.RdmaStreamServer;
import io.verbena.stream.StreamOption;
import io.verbena.stream.StreamSettings;
import io.verbena.stream.StreamTimeoutException;
import io.verbena.stream.Streams;
import io.verbena.verbs.FutureWaits;
import io.verbena.verbs.InterruptedWaitException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Implements sockets and server sockets of the JDK over RDMA streams. The classes of the JDK check the arguments, and whether a
 * socket is bound, connected or closed.
 */
final class RdmaSocketImpl extends SocketImpl {
    private static final Duration FOREVER = Duration.ofDays(365);
    private static final int RING = 1 << 17;
    private static final int MIN_RING = 1 << 12;

    /** The options that have a method of their own in {@link java.net.Socket}, which passes a number. */
    private static final Map<Integer, SocketOption<?>> NUMBERED = Map.ofEntries(
            entry(SO_RCVBUF, StandardSocketOptions.SO_RCVBUF),
            entry(SO_SNDBUF, StandardSocketOptions.SO_SNDBUF),
            entry(SO_LINGER, StandardSocketOptions.SO_LINGER),
            entry(SO_KEEPALIVE, StandardSocketOptions.SO_KEEPALIVE),
            entry(SO_REUSEADDR, StandardSocketOptions.SO_REUSEADDR),
            entry(IP_TOS, StandardSocketOptions.IP_TOS),
            entry(TCP_NODELAY, StandardSocketOptions.TCP_NODELAY));

    private final Map<SocketOption<?>, Object> options = new ConcurrentHashMap<>(Map.ofEntries(
            entry(StandardSocketOptions.SO_RCVBUF, RING),
            entry(StandardSocketOptions.SO_SNDBUF, RING),
            entry(StandardSocketOptions.SO_LINGER, -1),
            entry(StandardSocketOptions.SO_KEEPALIVE, false),
            entry(StandardSocketOptions.SO_REUSEADDR, false),
            entry(StandardSocketOptions.IP_TOS, 0),
            entry(StandardSocketOptions.TCP_NODELAY, true)));
    private final Supplier<Streams> streams;
    private volatile @Nullable RdmaStream stream;
    private volatile @Nullable RdmaStreamServer server;
    private volatile @Nullable CompletableFuture<RdmaStream> connecting;
    private volatile InetSocketAddress local = new InetSocketAddress(0);
    private volatile @Nullable InetSocketAddress peer;
    private volatile int timeout;
    private volatile boolean closed;
    private volatile boolean inputShutdown;
    private volatile boolean outputShutdown;

    RdmaSocketImpl(Supplier<Streams> streams) {
        this.streams = streams;
    }

    private void take(RdmaStream connected) {
        connected.timeout(FOREVER);
        local = (InetSocketAddress) connected.localAddress();
        peer = (InetSocketAddress) connected.peerAddress();
        stream = connected;
    }

    /** Returns the exception of the JDK for a failure. */
    private IOException failure(RdmaException cause) {
        if (closed) {
            return new SocketException("Socket closed");
        }
        String message = cause.getMessage();
        if (cause instanceof StreamTimeoutException) {
            return caused(new SocketTimeoutException(message), cause);
        }
        boolean interrupted = cause instanceof InterruptedWaitException;
        return caused(interrupted ? new InterruptedIOException(message) : new SocketException(message), cause);
    }

    private static IOException caused(IOException failure, RdmaException cause) {
        failure.initCause(cause);
        return failure;
    }

    /** Has nothing to do: a stream is created when it connects. */
    @Override
    protected void create(boolean stream) {}

    @Override
    protected void connect(String host, int port) throws IOException {
        connect(new InetSocketAddress(host, port), 0);
    }

    @Override
    protected void connect(InetAddress address, int port) throws IOException {
        connect(new InetSocketAddress(address, port), 0);
    }

    @Override
    protected void connect(SocketAddress address, int millis) throws IOException {
        InetSocketAddress to = (InetSocketAddress) address;
        if (to.isUnresolved()) {
            throw new UnknownHostException(to.getHostString());
        }
        try {
            CompletableFuture<RdmaStream> attempt = streams.get().connectAsync(to, settings(), limit(millis));
            connecting = attempt;
            if (closed) {
                attempt.cancel(false);
            }
            // The attempt has a timeout of its own.
            take(FutureWaits.await(attempt, FOREVER, this, () -> new RdmaException(this + " is not connected")));
        } catch (SysException e) {
            throw caused(
                    e.errno() == Errno.ETIMEDOUT
                            ? new SocketTimeoutException(e.getMessage())
                            : new ConnectException(e.getMessage()),
                    e);
        } catch (RdmaException e) {
            throw failure(e);
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

    private static Duration limit(int millis) {
        return millis == 0 ? FOREVER : Duration.ofMillis(millis);
    }

    private StreamSettings settings() {
        return StreamSettings.DEFAULTS
                .with(StreamOption.RECEIVE_BUFFER, ring(StandardSocketOptions.SO_RCVBUF))
                .with(StreamOption.SEND_BUFFER, ring(StandardSocketOptions.SO_SNDBUF));
    }

    private int ring(SocketOption<Integer> name) {
        return Math.max(MIN_RING, getOption(name));
    }

    @Override
    protected void bind(InetAddress host, int port) {
        local = new InetSocketAddress(host, port);
    }

    @Override
    protected void listen(int backlog) throws IOException {
        int reuse = getOption(StandardSocketOptions.SO_REUSEADDR) ? 1 : 0;
        try {
            RdmaStreamServer listening =
                    streams.get().listen(local, settings().with(StreamOption.REUSE_ADDRESS, reuse), backlog);
            local = (InetSocketAddress) listening.localAddress();
            server = listening;
        } catch (RdmaException e) {
            throw caused(new BindException(e.getMessage()), e);
        }
    }

    /** Waits for a peer, and returns the implementation of its socket. */
    RdmaSocketImpl accept() throws IOException {
        try {
            RdmaStream accepted = Objects.requireNonNull(server)
                    .accept(limit(timeout))
                    .orElseThrow(() -> new SocketTimeoutException("Accept timed out"));
            RdmaSocketImpl connected = new RdmaSocketImpl(streams);
            connected.take(accepted);
            return connected;
        } catch (RdmaException e) {
            throw failure(e);
        }
    }

    /** Has nothing to do: {@link #accept()} has connected the other socket. */
    @Override
    protected void accept(SocketImpl connected) {}

    @Override
    protected InputStream getInputStream() {
        return new Input(this::close);
    }

    @Override
    protected OutputStream getOutputStream() {
        return new Output(this::close);
    }

    private RdmaStream connected() throws SocketException {
        RdmaStream connected = stream;
        if (closed || connected == null) {
            throw new SocketException(closed ? "Socket is closed" : "Socket is not connected");
        }
        return connected;
    }

    /** The bytes of the peer; reads wait for the timeout of the socket. */
    final class Input extends InputStream {
        private final Closeable socket;

        Input(Closeable socket) {
            this.socket = socket;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, into.length);
            RdmaStream from = connected();
            try {
                return inputShutdown ? -1 : from.read(ByteBuffer.wrap(into, offset, length), limit(timeout));
            } catch (RdmaException e) {
                throw failure(e);
            }
        }

        @Override
        public int available() throws IOException {
            return RdmaSocketImpl.this.available();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** The bytes for the peer. */
    final class Output extends OutputStream {
        private final Closeable socket;

        Output(Closeable socket) {
            this.socket = socket;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, from.length);
            RdmaStream to = connected();
            if (outputShutdown) {
                throw new SocketException("Socket output is shutdown");
            }
            try {
                to.write(ByteBuffer.wrap(from, offset, length));
            } catch (RdmaException e) {
                throw failure(e);
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Override
    protected int available() throws IOException {
        RdmaStream from = connected();
        try {
            return inputShutdown ? 0 : from.available();
        } catch (RdmaException e) {
            throw failure(e);
        }
    }

    @Override
    protected void shutdownInput() {
        inputShutdown = true;
    }

    @Override
    protected void shutdownOutput() throws IOException {
        outputShutdown = true;
        try {
            connected().endWriting();
        } catch (RdmaException e) {
            throw failure(e);
        }
    }

    @Override
    protected void close() throws IOException {
        closed = true;
        CompletableFuture<RdmaStream> attempt = connecting;
        if (attempt != null) {
            attempt.cancel(false);
        }
        RdmaStreamServer listening = server;
        if (listening != null) {
            listening.close();
        }
        RdmaStream connected = stream;
        if (connected != null) {
            try {
                connected.close();
            } catch (RdmaException e) {
                throw caused(new SocketException(e.getMessage()), e);
            }
        }
    }

    /** Returns the address of the peer, or of a server. */
    @Override
    protected @Nullable InetAddress getInetAddress() {
        InetSocketAddress known = server == null ? peer : local;
        return known == null ? null : known.getAddress();
    }

    @Override
    protected int getPort() {
        InetSocketAddress known = peer;
        return known == null ? 0 : known.getPort();
    }

    @Override
    protected int getLocalPort() {
        return local.getPort();
    }

    @Override
    protected void sendUrgentData(int data) throws IOException {
        throw new SocketException("streams over RDMA have no urgent data");
    }

    @Override
    public void setOption(int number, Object value) throws SocketException {
        switch (number) {
            case SO_TIMEOUT -> timeout = (Integer) value;
            case SO_OOBINLINE -> {
                if ((Boolean) value) {
                    throw new SocketException("streams over RDMA have no urgent data");
                }
            }
            // The value false switches lingering off.
            case SO_LINGER -> options.put(StandardSocketOptions.SO_LINGER, value instanceof Integer ? value : -1);
            default -> options.put(numbered(number), value);
        }
    }

    @Override
    public Object getOption(int number) throws SocketException {
        return switch (number) {
            case SO_TIMEOUT -> timeout;
            case SO_OOBINLINE -> false;
            case SO_BINDADDR -> closed ? new InetSocketAddress(0).getAddress() : local.getAddress();
            default -> getOption(numbered(number));
        };
    }

    private static SocketOption<?> numbered(int number) throws SocketException {
        SocketOption<?> option = NUMBERED.get(number);
        if (option == null) {
            throw new SocketException("a socket over RDMA does not have the option " + number);
        }
        return option;
    }

    /**
     * Sets an option.
     *
     * @throws UnsupportedOperationException if there is no such option
     */
    @Override
    protected <T> void setOption(SocketOption<T> name, T value) {
        if (options.replace(name, name.type().cast(value)) == null) {
            throw unsupported(name);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    protected <T> T getOption(SocketOption<T> name) {
        Object value = options.get(name);
        if (value == null) {
            throw unsupported(name);
        }
        return (T) value;
    }

    private UnsupportedOperationException unsupported(SocketOption<?> name) {
        return new UnsupportedOperationException(
                "a socket over RDMA does not have the option " + name + "; supported are " + options.keySet());
    }

    @Override
    protected Set<SocketOption<?>> supportedOptions() {
        return Set.copyOf(options.keySet());
    }

    @Override
    public String toString() {
        return server == null ? "RdmaSocket[" + local + " to " + peer + "]" : "RdmaServerSocket[" + local + "]";
    }
}
