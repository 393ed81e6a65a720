package io.verbena.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.verbena.stream.StreamOption;
import io.verbena.stream.StreamSettings;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options that channels and server channels have in common: the sizes of the rings, and the reuse of addresses. */
abstract class RdmaChannelConfig extends DefaultChannelConfig {
    private static final int MIN_REQUESTS = 16;
    private static final int MAX_REQUESTS = 384;

    private volatile int receiveBytes = 1 << 17;
    private volatile int sendBytes = 1 << 17;
    private volatile boolean reuseAddress;

    RdmaChannelConfig(Channel channel) {
        super(channel);
    }

    RdmaChannelConfig(Channel channel, RecvByteBufAllocator allocator) {
        super(channel, allocator);
    }

    /** Takes the sizes of the rings of a server. */
    void inherit(RdmaChannelConfig server) {
        receiveBytes = server.receiveBytes;
        sendBytes = server.sendBytes;
    }

    /** Returns the settings of the stream that is going to be connected, or of those that are accepted. */
    StreamSettings settings() {
        return StreamSettings.DEFAULTS
                .with(StreamOption.RECEIVE_BUFFER, receiveBytes)
                .with(StreamOption.RECEIVE_REQUESTS, requests(receiveBytes))
                .with(StreamOption.SEND_BUFFER, sendBytes)
                .with(StreamOption.SEND_REQUESTS, requests(sendBytes))
                .with(StreamOption.REUSE_ADDRESS, reuseAddress ? 1 : 0);
    }

    /** Returns the length of the queue for a ring, so that a channel with small rings is small: 384 for the default size. */
    private static int requests(int bytes) {
        return (int) Math.max(MIN_REQUESTS, Math.min(MAX_REQUESTS, bytes * 3L / 1024));
    }

    @Override
    public Map<ChannelOption<?>, Object> getOptions() {
        return getOptions(
                super.getOptions(), ChannelOption.SO_RCVBUF, ChannelOption.SO_SNDBUF, ChannelOption.SO_REUSEADDR);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> @Nullable T getOption(ChannelOption<T> option) {
        if (option.equals(ChannelOption.SO_RCVBUF)) {
            return (T) Integer.valueOf(receiveBytes);
        }
        if (option.equals(ChannelOption.SO_SNDBUF)) {
            return (T) Integer.valueOf(sendBytes);
        }
        if (option.equals(ChannelOption.SO_REUSEADDR)) {
            return (T) Boolean.valueOf(reuseAddress);
        }
        return super.getOption(option);
    }

    @Override
    public <T> boolean setOption(ChannelOption<T> option, T value) {
        validate(option, value);
        if (option.equals(ChannelOption.SO_RCVBUF)) {
            receiveBytes = ring(option, (Integer) value);
        } else if (option.equals(ChannelOption.SO_SNDBUF)) {
            sendBytes = ring(option, (Integer) value);
        } else if (option.equals(ChannelOption.SO_REUSEADDR)) {
            reuseAddress = (Boolean) value;
        } else {
            return super.setOption(option, value);
        }
        return true;
    }

    /** Returns the size of a ring, which is at least a page. */
    private int ring(ChannelOption<?> option, int bytes) {
        if (bytes < 1) {
            throw new ChannelException(option + " is " + bytes + "; set a number of bytes");
        }
        if (channel.isActive()) {
            throw new ChannelException(option + " is set before the channel connects or listens");
        }
        return Math.max(bytes, 1 << 12);
    }
}
