package io.verbena.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.FileRegion;
import io.netty.channel.IoRegistration;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketChannelConfig;
import io.netty.util.concurrent.Future;
import io.netty.util.internal.StringUtil;
import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.stream.RdmaStream;
import io.verbena.stream.StreamEnd;
import io.verbena.stream.StreamReadiness;
import io.verbena.stream.StreamRequest;
import io.verbena.stream.StreamTimeoutException;
import io.verbena.verbs.ProtectionDomain;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ConnectionPendingException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A channel over an RDMA stream, whose peer may be any program that uses rsockets. It requires an event loop with a {@link
 * RdmaIoHandler}. Written bytes are copied into registered memory, and the promise of a write completes then. A channel closes when
 * the device of the peer has all bytes.
 */
public final class RdmaSocketChannel extends RdmaChannel implements SocketChannel {
    private static final ChannelMetadata METADATA = new ChannelMetadata(false);
    private static final String EXPECTED = " (expected: " + StringUtil.simpleClassName(ByteBuf.class) + ", "
            + StringUtil.simpleClassName(FileRegion.class) + ")";

    /** The time in which the peer's device must take what was written, after a close. */
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    /** Probes in a keep-alive interval: a peer that is lost after the first does not answer the second, and the third tells. */
    private static final int PROBES = 3;

    private final RdmaSocketChannelConfig config = new RdmaSocketChannelConfig(this);
    private volatile @Nullable RdmaStream stream;

    /** The request of the peer; null if this side connects, and after it was accepted. */
    private @Nullable StreamRequest request;

    /** Writes to the stream; null before there is one. */
    private @Nullable StreamWrites writes;

    private @Nullable CompletableFuture<RdmaStream> connecting;
    private @Nullable ChannelPromise connectPromise;

    /** The local address to connect from; null for that of the device that reaches the peer. */
    private @Nullable InetSocketAddress source;

    /** Probes the peer; null without {@code SO_KEEPALIVE}. */
    private @Nullable Future<?> probes;

    private volatile boolean inputShutdown;
    private volatile boolean outputShutdown;

    /** Creates a channel that is not connected. */
    public RdmaSocketChannel() {
        super(null);
    }

    /** Takes a request that a server has received. The channel accepts it when it is registered with its own event loop. */
    RdmaSocketChannel(RdmaServerSocketChannel parent, StreamRequest request) {
        super(parent);
        this.request = request;
        config.inherit((RdmaChannelConfig) parent.config());
        local = request.localAddress();
        remote = request.peerAddress();
        // As over TCP, a handler may write before the channel is active; that is flushed when the connection is
        // accepted.
        want(StreamReadiness.WRITABLE, true);
    }

    @Override
    void registered(Future<IoRegistration> done, ChannelPromise promise) {
        super.registered(done, promise);
        StreamRequest asked = request;
        request = null;
        if (asked == null) {
            return;
        }
        if (!done.isSuccess() || !isOpen()) {
            asked.reject();
            return;
        }
        try {
            CompletableFuture<RdmaStream> unused = handler()
                    .streams()
                    .acceptAsync(asked, config.settings())
                    .whenComplete((accepted, failure) -> eventLoop().execute(() -> accepted(accepted, failure)));
        } catch (RuntimeException e) {
            accepted(null, e);
        }
    }

    private void accepted(@Nullable RdmaStream accepted, @Nullable Throwable failure) {
        if (accepted == null) {
            RdmaException cause = FutureErrors.cause(Objects.requireNonNull(failure));
            pipeline()
                    .fireExceptionCaught(new IOException(
                            "the connection of " + remote + " cannot be accepted: " + cause.getMessage(), cause));
            unsafe().close(unsafe().voidPromise());
        } else if (!isOpen()) {
            handler().close(accepted, farewell(), () -> {});
        } else {
            IOException noMemory = take(accepted);
            if (noMemory == null) {
                ((RdmaUnsafe) unsafe()).flushNow();
                pipeline().fireChannelActive();
            } else {
                pipeline().fireExceptionCaught(noMemory);
                unsafe().close(unsafe().voidPromise());
            }
        }
    }

    /** Takes a stream that is connected; returns the failure if there is no memory for the buffers of the channel. */
    private @Nullable IOException take(RdmaStream connected) {
        stream = connected;
        local = connected.localAddress();
        remote = connected.peerAddress();
        ProtectionDomain domain = connected.protectionDomain();
        try {
            if (config.isAllocatorDefault()) {
                config.defaultAllocator(handler().memory().of(domain));
            }
        } catch (RdmaException e) {
            return new IOException("no registered memory for the buffers of " + this + ": " + e.getMessage(), e);
        }
        writes = new StreamWrites(connected, handler().batch(), config.getAllocator());
        want(StreamReadiness.INPUT_ENDED, true);
        startWaiting();
        if (config.isKeepAlive()) {
            long interval = config.value(RdmaChannelOption.KEEP_ALIVE_INTERVAL).toNanos() / PROBES;
            probes = eventLoop().scheduleWithFixedDelay(connected::probe, interval, interval, TimeUnit.NANOSECONDS);
        }
        return null;
    }

    @Override
    @Nullable StreamEnd end() {
        return stream;
    }

    @Override
    public ServerSocketChannel parent() {
        return (ServerSocketChannel) super.parent();
    }

    @Override
    public SocketChannelConfig config() {
        return config;
    }

    @Override
    public ChannelMetadata metadata() {
        return METADATA;
    }

    @Override
    public InetSocketAddress localAddress() {
        return (InetSocketAddress) super.localAddress();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return (InetSocketAddress) super.remoteAddress();
    }

    @Override
    public boolean isActive() {
        RdmaStream connected = stream;
        return connected != null && connected.isOpen() && isOpen();
    }

    /** Ends the wait for bytes after the application has switched automatic reading off. */
    void autoReadCleared() {
        if (!isRegistered()) {
            return;
        }
        if (eventLoop().inEventLoop()) {
            readPending = false;
            want(StreamReadiness.READABLE, false);
        } else {
            eventLoop().execute(() -> {
                if (!config.isAutoRead()) {
                    readPending = false;
                    want(StreamReadiness.READABLE, false);
                }
            });
        }
    }

    @SuppressWarnings("deprecation") // what the base class returns
    @Override
    void readBatch() {
        RdmaStream connected = stream;
        if (connected == null || inputShutdown) {
            stopReading();
            return;
        }
        RecvByteBufAllocator.Handle reads = unsafe().recvBufAllocHandle();
        reads.reset(config);
        boolean ended = false;
        try {
            int count;
            do {
                ByteBuf buffer = reads.allocate(config.getAllocator());
                count = readInto(connected, buffer, reads);
                if (count <= 0) {
                    ended = count < 0;
                    break;
                }
                reads.incMessagesRead(1);
                readPending = false;
                pipeline().fireChannelRead(buffer);
            } while (connected.isOpen() && !inputShutdown && reads.continueReading());
        } catch (RdmaException | OutOfMemoryError e) {
            reads.readComplete();
            pipeline().fireChannelReadComplete();
            pipeline().fireExceptionCaught(e instanceof RdmaException failure ? ioException(failure) : e);
            unsafe().close(unsafe().voidPromise());
            return;
        }
        reads.readComplete();
        pipeline().fireChannelReadComplete();
        if (ended) {
            inputEnded();
        }
        afterRead();
    }

    @SuppressWarnings("deprecation") // what the base class returns
    private static int readInto(RdmaStream from, ByteBuf buffer, RecvByteBufAllocator.Handle reads) {
        int writable = buffer.writableBytes();
        reads.attemptedBytesRead(writable);
        int count = 0;
        try {
            count = from.readNow(buffer.internalNioBuffer(buffer.writerIndex(), writable));
        } finally {
            if (count > 0) {
                buffer.writerIndex(buffer.writerIndex() + count);
            } else {
                buffer.release();
            }
            reads.lastBytesRead(count);
        }
        return count;
    }

    private void stopReading() {
        want(StreamReadiness.READABLE, false);
        want(StreamReadiness.INPUT_ENDED, false);
    }

    private void inputEnded() {
        readPending = false;
        stopReading();
        if (inputShutdown) {
            return;
        }
        inputShutdown = true;
        if (config.isAllowHalfClosure()) {
            pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
            pipeline().fireUserEventTriggered(ChannelInputShutdownReadComplete.INSTANCE);
        } else {
            unsafe().close(unsafe().voidPromise());
        }
    }

    @Override
    void ended(boolean failed) {
        RdmaStream connected = stream;
        if (connected == null || !connected.isOpen()) {
            return;
        }
        if (inputShutdown && failed) {
            unsafe().close(unsafe().voidPromise());
        } else if (!inputShutdown && connected.available() == 0) {
            readBatch();
        } else {
            // The application reads later; until then the end would be reported again and again.
            handler().mute(connected);
        }
    }

    static IOException ioException(RdmaException cause) {
        return new IOException(cause.getMessage(), cause);
    }

    @Override
    protected Object filterOutboundMessage(Object message) {
        if (message instanceof ByteBuf || message instanceof FileRegion) {
            return message;
        }
        throw new UnsupportedOperationException(
                "unsupported message type: " + StringUtil.simpleClassName(message) + EXPECTED);
    }

    @Override
    protected void doWrite(ChannelOutboundBuffer in) throws Exception {
        StreamWrites to = writes;
        if (to == null) {
            throw new NotYetConnectedException();
        }
        try {
            int spins = config.getWriteSpinCount();
            // A listener of a promise may close the channel, after which there is no current message.
            for (Object message = in.current(); message != null; message = in.current()) {
                if (!to.write(in, message)) {
                    want(StreamReadiness.WRITABLE, true);
                    return;
                }
                if (--spins <= 0 && in.current() != null) {
                    // The other channels have their turn.
                    want(StreamReadiness.WRITABLE, true);
                    return;
                }
            }
        } catch (RdmaException e) {
            throw ioException(e);
        }
    }

    @Override
    protected void doBind(SocketAddress address) {
        source = (InetSocketAddress) address;
        local = source;
    }

    @Override
    protected void doClose() {
        inputShutdown = true;
        outputShutdown = true;
        super.doClose();
        ChannelPromise unconnected = connectPromise;
        if (unconnected != null) {
            connectPromise = null;
            unconnected.tryFailure(new ClosedChannelException());
        }
        CompletableFuture<RdmaStream> attempt = connecting;
        if (attempt != null) {
            attempt.cancel(false);
        }
        StreamRequest asked = request;
        if (asked != null) {
            request = null;
            asked.reject();
        }
        Future<?> scheduled = probes;
        if (scheduled != null) {
            scheduled.cancel(false);
        }
        RdmaStream connected = stream;
        if (connected != null) {
            handler().close(connected, farewell(), () -> {});
        }
    }

    private Duration farewell() {
        return config.getSoLinger() == 0 ? Duration.ZERO : FAREWELL;
    }

    @Override
    protected void doShutdownOutput() {
        RdmaStream connected = stream;
        if (connected == null) {
            throw new NotYetConnectedException();
        }
        connected.endWriting();
        outputShutdown = true;
    }

    @Override
    public boolean isInputShutdown() {
        return inputShutdown;
    }

    @Override
    public boolean isOutputShutdown() {
        return outputShutdown;
    }

    @Override
    public boolean isShutdown() {
        return inputShutdown && outputShutdown;
    }

    @Override
    public ChannelFuture shutdownInput() {
        return shutdownInput(newPromise());
    }

    @Override
    public ChannelFuture shutdownInput(ChannelPromise promise) {
        eventLoop().execute(() -> {
            if (stream == null) {
                promise.setFailure(new NotYetConnectedException());
                return;
            }
            inputShutdown = true;
            stopReading();
            promise.setSuccess();
        });
        return promise;
    }

    @Override
    public ChannelFuture shutdownOutput() {
        return shutdownOutput(newPromise());
    }

    @Override
    public ChannelFuture shutdownOutput(ChannelPromise promise) {
        eventLoop().execute(() -> ((AbstractUnsafe) unsafe()).shutdownOutput(promise));
        return promise;
    }

    @Override
    public ChannelFuture shutdown() {
        return shutdown(newPromise());
    }

    @Override
    public ChannelFuture shutdown(ChannelPromise promise) {
        ChannelFuture unused = shutdownOutput().addListener(output -> {
            if (output.isSuccess()) {
                ChannelFuture unusedPromise = shutdownInput(promise);
            } else {
                promise.setFailure(output.cause());
            }
        });
        return promise;
    }

    @Override
    protected AbstractUnsafe newUnsafe() {
        return new SocketUnsafe();
    }

    /** Connects, besides what all channels do. */
    private final class SocketUnsafe extends RdmaUnsafe {
        @Override
        public void connect(SocketAddress to, @Nullable SocketAddress from, ChannelPromise promise) {
            if (promise.isDone() || !ensureOpen(promise)) {
                return;
            }
            InetSocketAddress address = (InetSocketAddress) to;
            if (from != null) {
                source = (InetSocketAddress) from;
            }
            if (connecting != null) {
                safeSetFailure(promise, new ConnectionPendingException());
            } else if (stream != null) {
                safeSetFailure(promise, new AlreadyConnectedException());
            } else if (address.isUnresolved()) {
                safeSetFailure(promise, new UnresolvedAddressException());
            } else {
                begin(address, promise);
            }
        }

        private void begin(InetSocketAddress address, ChannelPromise promise) {
            int millis = config.getConnectTimeoutMillis();
            Duration timeout = millis > 0 ? Duration.ofMillis(millis) : Duration.ofDays(1);
            try {
                CompletableFuture<RdmaStream> attempt =
                        handler().streams().connectAsync(source, address, config.settings(), timeout);
                connecting = attempt;
                connectPromise = promise;
                ChannelFuture unusedPromise = promise.addListener(result -> {
                    if (result.isCancelled()) {
                        close(voidPromise());
                    }
                });
                CompletableFuture<RdmaStream> unused = attempt.whenComplete((connected, failure) ->
                        eventLoop().execute(() -> finish(address, promise, connected, failure)));
            } catch (RuntimeException e) {
                finish(address, promise, null, e);
            }
        }

        private void finish(
                InetSocketAddress address,
                ChannelPromise promise,
                @Nullable RdmaStream connected,
                @Nullable Throwable failure) {
            connecting = null;
            connectPromise = null;
            if (!isOpen()) {
                // The close has failed the promise.
                if (connected != null) {
                    handler().close(connected, Duration.ZERO, () -> {});
                }
            } else if (connected == null) {
                promise.tryFailure(annotateConnectException(explained(address, failure), address));
                closeIfClosed();
                close(voidPromise());
            } else {
                finish(promise, connected);
            }
        }

        private void finish(ChannelPromise promise, RdmaStream connected) {
            IOException noMemory = take(connected);
            if (noMemory != null) {
                safeSetFailure(promise, noMemory);
                close(voidPromise());
                return;
            }
            boolean active = isActive();
            boolean given = promise.trySuccess();
            // A listener may have closed the channel, which then becomes active and inactive.
            if (active) {
                pipeline().fireChannelActive();
            }
            if (!given) {
                close(voidPromise());
            }
        }

        private Throwable explained(InetSocketAddress address, @Nullable Throwable failure) {
            if (failure instanceof StreamTimeoutException) {
                return new ConnectTimeoutException(
                        "connection timed out after " + config.getConnectTimeoutMillis() + " ms: " + address);
            }
            ConnectException refused =
                    new ConnectException(String.valueOf(failure == null ? "" : failure.getMessage()));
            refused.initCause(failure);
            return refused;
        }

        /** Puts the end of the close off until the peer's device has everything, if the channel lingers. */
        @Override
        protected @Nullable Executor prepareToClose() {
            RdmaStream connected = stream;
            int seconds = config.getSoLinger();
            return connected == null || seconds <= 0
                    ? null
                    : end -> handler().close(connected, Duration.ofSeconds(seconds), end);
        }
    }
}
