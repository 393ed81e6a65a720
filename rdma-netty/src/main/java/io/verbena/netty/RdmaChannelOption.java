package io.verbena.netty;

import io.netty.channel.ChannelOption;
import java.time.Duration;

/** Options of channels over RDMA, in addition to those of Netty. */
public final class RdmaChannelOption {
    /**
     * Time within which a channel with {@link ChannelOption#SO_KEEPALIVE} notices that its peer is lost (default: 2 hours). The channel
     * probes an idle peer three times in this time. Set both options before the channel is connected.
     */
    public static final ChannelOption<Duration> KEEP_ALIVE_INTERVAL =
            ChannelOption.valueOf(RdmaChannelOption.class, "KEEP_ALIVE_INTERVAL");

    private RdmaChannelOption() {}
}
