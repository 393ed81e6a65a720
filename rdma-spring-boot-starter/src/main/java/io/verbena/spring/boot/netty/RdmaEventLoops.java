package io.verbena.spring.boot.netty;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.verbena.Rdma;
import io.verbena.netty.RdmaIoHandler;
import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import io.verbena.spring.boot.netty.NettyProperties.Fallback;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The event loops that the servers and clients of an application share. */
final class RdmaEventLoops implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RdmaEventLoops.class);
    private static final int SHUTDOWN_SECONDS = 10;

    private final @Nullable EventLoopGroup group;

    RdmaEventLoops(Rdma rdma, NettyProperties properties) {
        if (!rdma.verbsDevices().isEmpty()) {
            group = new MultiThreadIoEventLoopGroup(
                    properties.threadsOrDefault(),
                    new DefaultThreadFactory("rdma-netty", true),
                    RdmaIoHandler.newFactory(rdma.streams(), properties.spin()));
        } else if (properties.fallback() == Fallback.TCP) {
            LOG.warn(
                    "This host has no RDMA device: the servers and clients of rdma.netty use TCP (rdma.netty.fallback=tcp)");
            group = null;
        } else {
            throw new RdmaConfigurationException(
                    "rdma.netty",
                    "a server or a client is to use RDMA, but this host has no RDMA device",
                    "Load the driver of the adapter, set rdma.fabric.type=embedded for an embedded fabric, or set"
                            + " rdma.netty.fallback=tcp to use TCP on hosts without a device.");
        }
    }

    /** Returns the event loops, or null if the servers and clients use TCP because there is no device. */
    @Nullable EventLoopGroup group() {
        return group;
    }

    @Override
    public void close() {
        if (group != null) {
            group.shutdownGracefully(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
        }
    }
}
