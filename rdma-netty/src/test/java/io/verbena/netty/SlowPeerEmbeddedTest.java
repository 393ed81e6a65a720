package io.verbena.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.verbena.contract.cm.CmBed;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer that stops reading stops its writer, and costs nothing else. */
@Timeout(60)
class SlowPeerEmbeddedTest {
    private static final int PIECE = 16 << 10;

    private final BlockingQueue<Channel> accepted = new LinkedBlockingQueue<>();
    private CmBed bed;
    private EventLoopGroup group;
    private Channel server;

    /** A host whose channels connect to itself. */
    CmBed bed() {
        return new NettySuiteEmbeddedTest().bed();
    }

    @BeforeEach
    void open() throws InterruptedException {
        bed = bed();
        group = new MultiThreadIoEventLoopGroup(1, RdmaIoHandler.newFactory(bed.streams()));
        server = new ServerBootstrap()
                .group(group)
                .channel(RdmaServerSocketChannel.class)
                .childOption(ChannelOption.AUTO_READ, false)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new Counter());
                        accepted.add(channel);
                    }
                })
                .bind(new InetSocketAddress(bed.server(), 0))
                .sync()
                .channel();
    }

    @AfterEach
    void close() {
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
        bed.close();
    }

    private static final class Counter extends SimpleChannelInboundHandler<ByteBuf> {
        private final AtomicLong received = new AtomicLong();

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
            received.addAndGet(bytes.readableBytes());
        }
    }

    private Channel connect() throws InterruptedException {
        return new Bootstrap()
                .group(group)
                .channel(RdmaSocketChannel.class)
                .handler(new ChannelInboundHandlerAdapter())
                .connect(server.localAddress())
                .sync()
                .channel();
    }

    @Test
    void theChannelIsUnwritableUntilThePeerReadsAgain() throws Exception {
        Channel writer = connect();
        Channel slow = accepted.poll(20, TimeUnit.SECONDS);
        long written = 0;
        while (writer.isWritable()) {
            ChannelFuture unused =
                    writer.writeAndFlush(writer.alloc().directBuffer(PIECE).writeZero(PIECE));
            written += PIECE;
            // The event loop has handled the write.
            group.submit(() -> {}).sync();
        }
        // The rings of both sides, and the high-water mark of the writer.
        assertThat(written).isLessThan(1 << 20);
        Counter counter = slow.pipeline().get(Counter.class);
        assertThat(counter.received.get()).isZero();

        assertThat(processorTimeOfTheLoopDuring(Duration.ofSeconds(1))).isLessThan(Duration.ofMillis(100));
        Channel other = connect();
        accepted.poll(20, TimeUnit.SECONDS).config().setAutoRead(true);
        assertThat(other.writeAndFlush(other.alloc().buffer().writeByte(1)).await(10, TimeUnit.SECONDS))
                .isTrue();
        assertThat(writer.isWritable()).isFalse();

        slow.config().setAutoRead(true);

        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (counter.received.get() < written && System.nanoTime() < end) {
            Thread.sleep(1);
        }
        assertThat(counter.received.get()).isEqualTo(written);
        assertThat(writer.isWritable()).isTrue();
    }

    private Duration processorTimeOfTheLoopDuring(Duration time) throws Exception {
        CompletableFuture<Long> thread = new CompletableFuture<>();
        group.execute(() -> thread.complete(Thread.currentThread().getId()));
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getThreadCpuTime(thread.join());
        Thread.sleep(time.toMillis());
        return Duration.ofNanos(threads.getThreadCpuTime(thread.join()) - before);
    }
}
