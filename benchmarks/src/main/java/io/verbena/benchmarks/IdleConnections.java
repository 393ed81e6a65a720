package io.verbena.benchmarks;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.netty.RdmaIoHandler;
import io.verbena.netty.RdmaServerSocketChannel;
import io.verbena.netty.RdmaSocketChannel;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Measures the resident memory of idle connections that share an event loop, lets each of them echo a message, and then connects and
 * closes one connection again and again. The arguments are an address of the test bed or {@code embedded}, the number of connections,
 * that of cycles, and the size of a ring in bytes.
 */
public final class IdleConnections {
    private static final int STEPS = 5;

    private IdleConnections() {}

    /** Runs the measurement. */
    public static void main(String[] arguments) throws Exception {
        boolean embedded = arguments[0].equals("embedded");
        int connections = Integer.parseInt(arguments[1]);
        int cycles = Integer.parseInt(arguments[2]);
        int ring = Integer.parseInt(arguments[3]);
        EmbeddedFabric fabric = embedded ? EmbeddedFabric.open("two-node") : null;
        InetAddress address = fabric == null
                ? InetAddress.getByName(arguments[0])
                : fabric.node("host0").port(1).address();
        try (Rdma rdma = fabric == null
                ? Rdma.open()
                : Rdma.builder().driver(fabric.driver("host0")).open()) {
            EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, RdmaIoHandler.newFactory(rdma.streams()));
            Channel server = serve(group, address, ring);
            Bootstrap client = new Bootstrap()
                    .group(group)
                    .channel(RdmaSocketChannel.class)
                    .option(ChannelOption.SO_RCVBUF, ring)
                    .option(ChannelOption.SO_SNDBUF, ring);
            cycle(client, server, 50);
            idle(client, server, connections);
            cycle(client, server, cycles / STEPS);
            long before = liveKilobytes();
            long began = System.nanoTime();
            for (int i = 1; i < STEPS; i++) {
                cycle(client, server, cycles / STEPS);
            }
            System.out.printf(
                    Locale.ROOT, "connections per second: %.0f%n", 4e9 / STEPS * cycles / (System.nanoTime() - began));
            System.out.printf(
                    Locale.ROOT,
                    "growth of live memory from cycle %d to %d KiB: %d%n",
                    cycles / STEPS,
                    cycles,
                    liveKilobytes() - before);
            group.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }

    private static Channel serve(EventLoopGroup group, InetAddress address, int ring) {
        return new ServerBootstrap()
                .group(group)
                .channel(RdmaServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 64)
                .childOption(ChannelOption.SO_RCVBUF, ring)
                .childOption(ChannelOption.SO_SNDBUF, ring)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                            @Override
                            public void channelRead(ChannelHandlerContext context, Object message) {
                                ChannelFuture unused = context.writeAndFlush(message);
                            }
                        });
                    }
                })
                .bind(new InetSocketAddress(address, 0))
                .syncUninterruptibly()
                .channel();
    }

    private static void idle(Bootstrap client, Channel server, int connections)
            throws IOException, InterruptedException {
        long before = residentKilobytes();
        CountDownLatch echoed = new CountDownLatch(connections);
        List<Channel> channels = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            channels.add(client.clone()
                    .handler(new SimpleChannelInboundHandler<ByteBuf>() {
                        @Override
                        protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
                            echoed.countDown();
                        }
                    })
                    .connect(server.localAddress())
                    .syncUninterruptibly()
                    .channel());
        }
        System.out.printf(
                Locale.ROOT,
                "resident KiB per end of %d idle connections: %.1f%n",
                connections,
                (residentKilobytes() - before) / 2.0 / connections);
        long began = System.nanoTime();
        for (Channel channel : channels) {
            ChannelFuture unused = channel.writeAndFlush(Unpooled.wrappedBuffer(new byte[64]));
        }
        boolean all = echoed.await(60, TimeUnit.SECONDS);
        System.out.printf(
                Locale.ROOT,
                "connections that echoed: %d in %d ms%n",
                connections - echoed.getCount(),
                (System.nanoTime() - began) / 1_000_000);
        if (!all) {
            throw new IllegalStateException("some connections are starved");
        }
        channels.forEach(channel -> channel.close().syncUninterruptibly());
    }

    private static void cycle(Bootstrap client, Channel server, int cycles) {
        for (int i = 0; i < cycles; i++) {
            Channel channel = client.clone()
                    .handler(new ChannelInboundHandlerAdapter())
                    .connect(server.localAddress())
                    .syncUninterruptibly()
                    .channel();
            channel.close().syncUninterruptibly();
        }
    }

    /** Returns the live objects of the heap and the direct buffers. A part of the memory of the heap stays resident without them. */
    private static long liveKilobytes() {
        System.gc();
        long direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return (ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + direct) / 1024;
    }

    /** Returns the resident memory of this process after a garbage collection. */
    private static long residentKilobytes() throws IOException {
        System.gc();
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }
}
