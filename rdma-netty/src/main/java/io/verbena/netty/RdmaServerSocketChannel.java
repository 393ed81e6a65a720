package io.verbena.netty;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.MessageSizeEstimator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.ServerSocketChannelConfig;
import io.netty.util.NetUtil;
import io.verbena.error.RdmaException;
import io.verbena.stream.RdmaStreamServer;
import io.verbena.stream.StreamEnd;
import io.verbena.stream.StreamRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A server channel that accepts RDMA streams. It requires an event loop with a {@link RdmaIoHandler}. */
public final class RdmaServerSocketChannel extends RdmaChannel implements ServerSocketChannel {
    private static final ChannelMetadata METADATA = new ChannelMetadata(false, 16);

    private final Config config = new Config(this);
    private volatile @Nullable RdmaStreamServer server;

    /** Creates a channel that is not bound. */
    public RdmaServerSocketChannel() {
        super(null);
    }

    @Override
    @Nullable StreamEnd end() {
        return server;
    }

    @Override
    public ServerSocketChannelConfig config() {
        return config;
    }

    @Override
    public ChannelMetadata metadata() {
        return METADATA;
    }

    @Override
    public boolean isActive() {
        RdmaStreamServer bound = server;
        return bound != null && bound.isOpen() && isOpen();
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
    protected void doBind(SocketAddress address) throws IOException {
        InetSocketAddress at = (InetSocketAddress) address;
        if (at.isUnresolved()) {
            throw new UnresolvedAddressException();
        }
        try {
            RdmaStreamServer bound = handler().streams().listenForRequests(at, config.settings(), config.getBacklog());
            server = bound;
            local = bound.localAddress();
        } catch (RdmaException e) {
            throw RdmaSocketChannel.ioException(e);
        }
        startWaiting();
    }

    @Override
    protected void doClose() {
        super.doClose();
        RdmaStreamServer bound = server;
        if (bound != null) {
            bound.close();
        }
    }

    @Override
    void ended(boolean failed) {}

    @SuppressWarnings("deprecation") // what the base class returns
    @Override
    void readBatch() {
        RdmaStreamServer bound = server;
        if (bound == null || !bound.isOpen()) {
            return;
        }
        RecvByteBufAllocator.Handle reads = unsafe().recvBufAllocHandle();
        reads.reset(config);
        reads.attemptedBytesRead(1);
        Throwable failure = null;
        try {
            do {
                StreamRequest request = bound.nextRequest();
                if (request == null) {
                    break;
                }
                reads.incMessagesRead(1);
                readPending = false;
                pipeline().fireChannelRead(new RdmaSocketChannel(this, request));
            } while (isOpen() && reads.continueReading());
        } catch (RuntimeException e) {
            failure = e;
        }
        reads.readComplete();
        pipeline().fireChannelReadComplete();
        if (failure != null) {
            pipeline().fireExceptionCaught(failure);
        }
        afterRead();
    }

    @Override
    protected void doWrite(ChannelOutboundBuffer in) {
        throw new UnsupportedOperationException("a server channel writes nothing");
    }

    @Override
    protected Object filterOutboundMessage(Object message) {
        throw new UnsupportedOperationException("a server channel writes nothing");
    }

    @Override
    protected AbstractUnsafe newUnsafe() {
        return new RdmaUnsafe() {
            @Override
            public void connect(SocketAddress to, SocketAddress from, ChannelPromise promise) {
                safeSetFailure(promise, new UnsupportedOperationException("a server channel does not connect"));
            }
        };
    }

    /** The options of a server channel. */
    private static final class Config extends RdmaChannelConfig implements ServerSocketChannelConfig {
        private volatile int backlog = NetUtil.SOMAXCONN;

        Config(RdmaServerSocketChannel channel) {
            super(channel, new ServerChannelRecvByteBufAllocator());
        }

        @Override
        public Map<ChannelOption<?>, Object> getOptions() {
            return getOptions(super.getOptions(), ChannelOption.SO_BACKLOG);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> @Nullable T getOption(ChannelOption<T> option) {
            return option.equals(ChannelOption.SO_BACKLOG) ? (T) Integer.valueOf(backlog) : super.getOption(option);
        }

        @Override
        public <T> boolean setOption(ChannelOption<T> option, T value) {
            validate(option, value);
            if (option.equals(ChannelOption.SO_BACKLOG)) {
                backlog = (Integer) value;
                return true;
            }
            return super.setOption(option, value);
        }

        @Override
        public int getBacklog() {
            return backlog;
        }

        @Override
        public ServerSocketChannelConfig setBacklog(int value) {
            backlog = value;
            return this;
        }

        @Override
        public boolean isReuseAddress() {
            return Objects.requireNonNull(getOption(ChannelOption.SO_REUSEADDR));
        }

        @Override
        public ServerSocketChannelConfig setReuseAddress(boolean value) {
            setOption(ChannelOption.SO_REUSEADDR, value);
            return this;
        }

        @Override
        public int getReceiveBufferSize() {
            return Objects.requireNonNull(getOption(ChannelOption.SO_RCVBUF));
        }

        @Override
        public ServerSocketChannelConfig setReceiveBufferSize(int value) {
            setOption(ChannelOption.SO_RCVBUF, value);
            return this;
        }

        @Override
        public ServerSocketChannelConfig setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
            return this;
        }

        @Override
        public ServerSocketChannelConfig setConnectTimeoutMillis(int value) {
            super.setConnectTimeoutMillis(value);
            return this;
        }

        @Override
        @Deprecated
        public ServerSocketChannelConfig setMaxMessagesPerRead(int value) {
            super.setMaxMessagesPerRead(value);
            return this;
        }

        @Override
        public ServerSocketChannelConfig setWriteSpinCount(int value) {
            super.setWriteSpinCount(value);
            return this;
        }

        @Override
        public ServerSocketChannelConfig setAllocator(ByteBufAllocator value) {
            super.setAllocator(value);
            return this;
        }

        @Override
        public ServerSocketChannelConfig setRecvByteBufAllocator(RecvByteBufAllocator value) {
            super.setRecvByteBufAllocator(value);
            return this;
        }

        @Override
        public ServerSocketChannelConfig setAutoRead(boolean value) {
            super.setAutoRead(value);
            return this;
        }

        @Override
        public ServerSocketChannelConfig setMessageSizeEstimator(MessageSizeEstimator value) {
            super.setMessageSizeEstimator(value);
            return this;
        }

        @Override
        public ServerSocketChannelConfig setWriteBufferWaterMark(WriteBufferWaterMark value) {
            super.setWriteBufferWaterMark(value);
            return this;
        }

        @Override
        public ServerSocketChannelConfig setWriteBufferHighWaterMark(int value) {
            super.setWriteBufferHighWaterMark(value);
            return this;
        }

        @Override
        public ServerSocketChannelConfig setWriteBufferLowWaterMark(int value) {
            super.setWriteBufferLowWaterMark(value);
            return this;
        }
    }
}
