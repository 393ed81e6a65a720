package io.verbena.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Options of channels between two hosts of the embedded fabric. */
@Timeout(120)
class OptionsEmbeddedTest {
    private EmbeddedFabric fabric;
    private Rdma near;
    private Rdma far;
    private EventLoopGroup clients;
    private EventLoopGroup servers;
    private Channel server;

    @BeforeEach
    void open() throws InterruptedException {
        fabric = EmbeddedFabric.open("two-node");
        near = Rdma.builder().driver(fabric.driver("host0")).open();
        far = Rdma.builder().driver(fabric.driver("host1")).open();
        clients = new MultiThreadIoEventLoopGroup(1, RdmaIoHandler.newFactory(near.streams()));
        servers = new MultiThreadIoEventLoopGroup(1, RdmaIoHandler.newFactory(far.streams()));
        server = new ServerBootstrap()
                .group(servers)
                .channel(RdmaServerSocketChannel.class)
                .childHandler(new ChannelInboundHandlerAdapter())
                .bind(new InetSocketAddress(fabric.node("host1").port(1).address(), 0))
                .sync()
                .channel();
    }

    @AfterEach
    void close() {
        clients.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
        servers.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
        near.close();
        far.close();
        fabric.close();
    }

    private Bootstrap client() {
        return new Bootstrap()
                .group(clients)
                .channel(RdmaSocketChannel.class)
                .handler(new ChannelInboundHandlerAdapter());
    }

    @Test
    void anIdleChannelNoticesThatItsPeerIsGone() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        CompletableFuture<Boolean> inactive = new CompletableFuture<>();
        Channel channel = client().option(ChannelOption.SO_KEEPALIVE, true)
                .option(RdmaChannelOption.KEEP_ALIVE_INTERVAL, Duration.ofSeconds(3))
                .handler(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                        failure.complete(cause);
                    }

                    @Override
                    public void channelInactive(ChannelHandlerContext context) {
                        inactive.complete(true);
                    }
                })
                .connect(server.localAddress())
                .sync()
                .channel();
        Thread.sleep(4000);
        assertThat(channel.isActive()).as("active as long as the peer responds").isTrue();

        fabric.loss(1, 42);

        assertThat(failure.get(4, TimeUnit.SECONDS)).hasMessageContaining("does not respond");
        assertThat(inactive.get(10, TimeUnit.SECONDS)).isTrue();
        fabric.heal();
    }

    @Test
    void anOptionThatDoesNotExistIsRefused() throws InterruptedException {
        Channel channel = client().connect(server.localAddress()).sync().channel();

        assertThat(channel.config().setOption(ChannelOption.TCP_FASTOPEN_CONNECT, true))
                .isFalse();
        assertThat(channel.config().getOption(ChannelOption.TCP_FASTOPEN_CONNECT))
                .isNull();
        assertThat(channel.config().getOptions()).doesNotContainKey(ChannelOption.IP_MULTICAST_TTL);
    }

    @Test
    void aWrongValueIsNamed() throws InterruptedException {
        Channel channel = client().connect(server.localAddress()).sync().channel();

        assertThatThrownBy(() -> new RdmaSocketChannel().config().setOption(ChannelOption.SO_RCVBUF, 0))
                .isInstanceOf(ChannelException.class)
                .hasMessage("SO_RCVBUF is 0; set a number of bytes");
        assertThatThrownBy(() -> channel.config().setOption(ChannelOption.SO_SNDBUF, 65536))
                .isInstanceOf(ChannelException.class)
                .hasMessage("SO_SNDBUF is set before the channel connects or listens");
        assertThatThrownBy(() -> channel.config().setOption(RdmaChannelOption.KEEP_ALIVE_INTERVAL, Duration.ZERO))
                .isInstanceOf(ChannelException.class)
                .hasMessageEndingWith("KEEP_ALIVE_INTERVAL is PT0S; set a positive duration");
    }
}
