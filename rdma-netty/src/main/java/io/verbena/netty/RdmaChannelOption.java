package io.verbena.netty;

import io.netty.channel.ChannelOption;
import java.time.Duration;

/** Options of channels over RDMA, in addition to those of Netty. */
public final class RdmaChannelOption {
    /**
     * Time between two empty writes on a channel with {@link ChannelOption#SO_KEEPALIVE} (default: 2 hours, as with TCP). Set both
     * options before the channel is connected.
     */
    public static final ChannelOption<Duration> KEEP_ALIVE_INTERVAL =
            ChannelOption.valueOf(RdmaChannelOption.class, "KEEP_ALIVE_INTERVAL");

    private RdmaChannelOption() {}
}
