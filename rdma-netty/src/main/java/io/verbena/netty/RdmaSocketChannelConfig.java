package io.verbena.netty;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.MessageSizeEstimator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketChannelConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The options of a channel. {@code TCP_NODELAY} and {@code IP_TOS} are kept without an effect, since nothing is delayed. With {@code
 * SO_KEEPALIVE}, a channel notices the loss of its peer within the {@link RdmaChannelOption#KEEP_ALIVE_INTERVAL}. {@code SO_LINGER} is
 * the time in seconds in which a close sends what was written, and for which its future waits; -1 sends for 5 s without making the
 * future wait; 0 resets the connection, and the peer reads a failure.
 */
final class RdmaSocketChannelConfig extends RdmaChannelConfig implements SocketChannelConfig {
    private final Map<ChannelOption<?>, Object> kept = new ConcurrentHashMap<>(Map.of(
            ChannelOption.TCP_NODELAY,
            true,
            ChannelOption.SO_KEEPALIVE,
            false,
            RdmaChannelOption.KEEP_ALIVE_INTERVAL,
            Duration.ofHours(2),
            ChannelOption.SO_LINGER,
            -1,
            ChannelOption.IP_TOS,
            0,
            ChannelOption.ALLOW_HALF_CLOSURE,
            false));

    private volatile boolean allocatorChosen;

    RdmaSocketChannelConfig(SocketChannel channel) {
        super(channel);
    }

    /** Sets the allocator, unless the application has chosen one. */
    void defaultAllocator(ByteBufAllocator allocator) {
        if (!allocatorChosen) {
            super.setAllocator(allocator);
        }
    }

    boolean isAllocatorDefault() {
        return !allocatorChosen;
    }

    @Override
    public Map<ChannelOption<?>, Object> getOptions() {
        return getOptions(super.getOptions(), kept.keySet().toArray(new ChannelOption<?>[0]));
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> @Nullable T getOption(ChannelOption<T> option) {
        Object value = kept.get(option);
        return value == null ? super.getOption(option) : (T) value;
    }

    @Override
    public <T> boolean setOption(ChannelOption<T> option, T value) {
        validate(option, value);
        if (value instanceof Duration interval && (interval.isNegative() || interval.isZero())) {
            throw new ChannelException(option + " is " + interval + "; set a positive duration");
        }
        return kept.replace(option, value) != null || super.setOption(option, value);
    }

    <T> T value(ChannelOption<T> option) {
        return Objects.requireNonNull(getOption(option));
    }

    private <T> SocketChannelConfig with(ChannelOption<T> option, T value) {
        setOption(option, value);
        return this;
    }

    @Override
    public boolean isTcpNoDelay() {
        return value(ChannelOption.TCP_NODELAY);
    }

    @Override
    public SocketChannelConfig setTcpNoDelay(boolean value) {
        return with(ChannelOption.TCP_NODELAY, value);
    }

    @Override
    public int getSoLinger() {
        return value(ChannelOption.SO_LINGER);
    }

    @Override
    public SocketChannelConfig setSoLinger(int value) {
        return with(ChannelOption.SO_LINGER, value);
    }

    @Override
    public int getSendBufferSize() {
        return value(ChannelOption.SO_SNDBUF);
    }

    @Override
    public SocketChannelConfig setSendBufferSize(int value) {
        return with(ChannelOption.SO_SNDBUF, value);
    }

    @Override
    public int getReceiveBufferSize() {
        return value(ChannelOption.SO_RCVBUF);
    }

    @Override
    public SocketChannelConfig setReceiveBufferSize(int value) {
        return with(ChannelOption.SO_RCVBUF, value);
    }

    @Override
    public boolean isKeepAlive() {
        return value(ChannelOption.SO_KEEPALIVE);
    }

    @Override
    public SocketChannelConfig setKeepAlive(boolean value) {
        return with(ChannelOption.SO_KEEPALIVE, value);
    }

    @Override
    public int getTrafficClass() {
        return value(ChannelOption.IP_TOS);
    }

    @Override
    public SocketChannelConfig setTrafficClass(int value) {
        return with(ChannelOption.IP_TOS, value);
    }

    @Override
    public boolean isReuseAddress() {
        return value(ChannelOption.SO_REUSEADDR);
    }

    @Override
    public SocketChannelConfig setReuseAddress(boolean value) {
        return with(ChannelOption.SO_REUSEADDR, value);
    }

    @Override
    public boolean isAllowHalfClosure() {
        return value(ChannelOption.ALLOW_HALF_CLOSURE);
    }

    @Override
    public SocketChannelConfig setAllowHalfClosure(boolean value) {
        return with(ChannelOption.ALLOW_HALF_CLOSURE, value);
    }

    @Override
    public SocketChannelConfig setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
        return this;
    }

    @Override
    public SocketChannelConfig setConnectTimeoutMillis(int value) {
        super.setConnectTimeoutMillis(value);
        return this;
    }

    @Override
    @Deprecated
    public SocketChannelConfig setMaxMessagesPerRead(int value) {
        super.setMaxMessagesPerRead(value);
        return this;
    }

    @Override
    public SocketChannelConfig setWriteSpinCount(int value) {
        super.setWriteSpinCount(value);
        return this;
    }

    @Override
    public SocketChannelConfig setAllocator(ByteBufAllocator value) {
        allocatorChosen = true;
        super.setAllocator(value);
        return this;
    }

    @Override
    public SocketChannelConfig setRecvByteBufAllocator(RecvByteBufAllocator value) {
        super.setRecvByteBufAllocator(value);
        return this;
    }

    @Override
    public SocketChannelConfig setAutoRead(boolean value) {
        super.setAutoRead(value);
        return this;
    }

    @Override
    public SocketChannelConfig setAutoClose(boolean value) {
        super.setAutoClose(value);
        return this;
    }

    @Override
    public SocketChannelConfig setMessageSizeEstimator(MessageSizeEstimator value) {
        super.setMessageSizeEstimator(value);
        return this;
    }

    @Override
    public SocketChannelConfig setWriteBufferWaterMark(WriteBufferWaterMark value) {
        super.setWriteBufferWaterMark(value);
        return this;
    }

    @Override
    protected void autoReadCleared() {
        ((RdmaSocketChannel) channel).autoReadCleared();
    }
}
