package io.verbena.netty;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.testsuite.transport.AbstractSingleThreadEventLoopTest;
import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Netty's tests of event loops, on the embedded fabric. */
class EventLoopEmbeddedTest extends AbstractSingleThreadEventLoopTest {
    private Rdma rdma;

    @BeforeEach
    void open() {
        rdma = Rdma.builder()
                .driver(EmbeddedFabric.open("two-node").driver("host0"))
                .open();
    }

    @AfterEach
    void close() {
        rdma.close();
    }

    private IoHandlerFactory handlers() {
        return RdmaIoHandler.newFactory(rdma.streams());
    }

    @Override
    protected boolean supportsChannelIteration() {
        return false;
    }

    @Override
    protected EventLoopGroup newEventLoopGroup() {
        return new MultiThreadIoEventLoopGroup(handlers());
    }

    @Override
    protected EventLoopGroup newAutoScalingEventLoopGroup() {
        return new MultiThreadIoEventLoopGroup(SCALING_MAX_THREADS, null, AUTO_SCALING_CHOOSER_FACTORY, handlers());
    }

    @Override
    protected Channel newChannel() {
        return new RdmaSocketChannel();
    }

    @Override
    protected Class<? extends ServerChannel> serverChannelClass() {
        return RdmaServerSocketChannel.class;
    }
}
