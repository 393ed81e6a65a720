package io.verbena.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.FileRegion;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketChannelConfig;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.internal.StringUtil;
import io.verbena.error.RdmaException;
import io.verbena.stream.RdmaStream;
import io.verbena.stream.StreamEnd;
import io.verbena.stream.StreamReadiness;
import io.verbena.stream.StreamTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ConnectionPendingException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
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

    private final RdmaSocketChannelConfig config = new RdmaSocketChannelConfig(this);
    private final WritableByteChannel regionChannel = new RegionChannel();
    private volatile @Nullable RdmaStream stream;
    private @Nullable CompletableFuture<RdmaStream> connecting;
    private volatile boolean inputShutdown;
    private volatile boolean outputShutdown;

    /** Creates a channel that is not connected. */
    public RdmaSocketChannel() {
        super(null);
    }

    /** Takes a stream that a server has accepted. */
    RdmaSocketChannel(RdmaServerSocketChannel parent, RdmaStream accepted) {
        super(parent);
        take(accepted);
    }

    private void take(RdmaStream connected) {
        stream = connected;
        local = connected.localAddress();
        remote = connected.peerAddress();
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
            want(StreamReadiness.READABLE, false);
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
                    buffer.release();
                    ended = count < 0;
                    break;
                }
                reads.incMessagesRead(1);
                readPending = false;
                pipeline().fireChannelRead(buffer);
            } while (reads.continueReading());
        } catch (RdmaException e) {
            reads.readComplete();
            pipeline().fireChannelReadComplete();
            pipeline().fireExceptionCaught(ioException(e));
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
            }
            reads.lastBytesRead(count);
        }
        return count;
    }

    private void inputEnded() {
        readPending = false;
        want(StreamReadiness.READABLE, false);
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
        RdmaStream connected = stream;
        if (connected == null) {
            throw new NotYetConnectedException();
        }
        try {
            // A listener of a promise may close the channel, after which there is no current message.
            for (Object message = in.current(); message != null; message = in.current()) {
                boolean done = message instanceof ByteBuf bytes
                        ? write(connected, in, bytes)
                        : write(in, (FileRegion) message);
                if (!done) {
                    want(StreamReadiness.WRITABLE, true);
                    return;
                }
            }
        } catch (RdmaException e) {
            throw ioException(e);
        }
    }

    /** Writes the current message, and returns whether there was room for all of it. */
    private static boolean write(RdmaStream to, ChannelOutboundBuffer in, ByteBuf bytes) {
        int length = bytes.readableBytes();
        int written = 0;
        if (bytes.nioBufferCount() == 1) {
            written = length == 0 ? 0 : to.writeNow(bytes.internalNioBuffer(bytes.readerIndex(), length));
        } else {
            for (ByteBuffer part : bytes.nioBuffers()) {
                written += to.writeNow(part);
                if (part.hasRemaining()) {
                    break;
                }
            }
        }
        if (length == 0) {
            in.remove();
        } else {
            in.removeBytes(written);
        }
        return written == length;
    }

    private boolean write(ChannelOutboundBuffer in, FileRegion region) throws IOException {
        while (region.transferred() < region.count()) {
            long before = region.transferred();
            if (region.transferTo(regionChannel, before) <= 0) {
                return false;
            }
            in.progress(region.transferred() - before);
        }
        in.remove();
        return true;
    }

    @Override
    protected void doBind(SocketAddress address) {
        throw new UnsupportedOperationException("a client takes the address of the device that reaches the peer");
    }

    @Override
    protected void doClose() throws Exception {
        inputShutdown = true;
        outputShutdown = true;
        CompletableFuture<RdmaStream> attempt = connecting;
        if (attempt != null) {
            attempt.cancel(false);
        }
        super.doClose();
    }

    @Override
    protected void doShutdownOutput() {
        outputShutdown = true;
        RdmaStream connected = stream;
        if (connected != null) {
            connected.endWriting();
        }
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
            inputShutdown = true;
            want(StreamReadiness.READABLE, false);
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
            if (!promise.setUncancellable() || !ensureOpen(promise)) {
                return;
            }
            InetSocketAddress address = (InetSocketAddress) to;
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
                CompletableFuture<RdmaStream> attempt = streams().connectAsync(address, config.settings(), timeout);
                connecting = attempt;
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
            if (connected == null) {
                safeSetFailure(promise, annotateConnectException(explained(address, failure), address));
                closeIfClosed();
                close(voidPromise());
            } else if (!isOpen()) {
                connected.close();
                safeSetFailure(promise, new ClosedChannelException());
            } else {
                take(connected);
                startWaiting();
                boolean given = promise.trySuccess();
                if (isActive()) {
                    pipeline().fireChannelActive();
                }
                if (!given) {
                    close(voidPromise());
                }
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

        @Override
        protected Executor prepareToClose() {
            // The close waits for the device of the peer, which the event loop must not do.
            doDeregister();
            return GlobalEventExecutor.INSTANCE;
        }
    }

    /** The target of a transfer from a file. */
    private final class RegionChannel implements WritableByteChannel {
        @Override
        public int write(ByteBuffer from) {
            RdmaStream connected = stream;
            return connected == null ? 0 : connected.writeNow(from);
        }

        @Override
        public boolean isOpen() {
            return RdmaSocketChannel.this.isOpen();
        }

        @Override
        public void close() {
            ChannelFuture unused = RdmaSocketChannel.this.close();
        }
    }
}
