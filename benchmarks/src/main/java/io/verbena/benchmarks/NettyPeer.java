package io.verbena.benchmarks;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.WriteBufferWaterMark;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;

/** A connection of Netty within this process, for any transport. */
final class NettyPeer implements AutoCloseable {
    private static final int SMALL = 64;
    private static final int LARGE = 64 << 10;

    private final EventLoopGroup clientLoop;
    private final EventLoopGroup serverLoop;
    private final Channel server;
    private final Channel client;
    private final Measured handler = new Measured();

    /** Connects two event loops of one thread each. */
    NettyPeer(
            IoHandlerFactory handlers,
            Class<? extends ServerChannel> serverType,
            Class<? extends Channel> clientType,
            InetSocketAddress address) {
        this(
                new MultiThreadIoEventLoopGroup(1, handlers),
                new MultiThreadIoEventLoopGroup(1, handlers),
                serverType,
                clientType,
                address);
    }

    NettyPeer(
            EventLoopGroup clientLoop,
            EventLoopGroup serverLoop,
            Class<? extends ServerChannel> serverType,
            Class<? extends Channel> clientType,
            InetSocketAddress address) {
        this.clientLoop = clientLoop;
        this.serverLoop = serverLoop;
        server = new ServerBootstrap()
                .group(serverLoop)
                .channel(serverType)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new Answering());
                    }
                })
                .bind(address)
                .syncUninterruptibly()
                .channel();
        client = new Bootstrap()
                .group(clientLoop)
                .channel(clientType)
                .handler(handler)
                .connect(server.localAddress())
                .syncUninterruptibly()
                .channel();
        client.config().setWriteBufferWaterMark(new WriteBufferWaterMark(4 * LARGE, 8 * LARGE));
    }

    /** Returns the time of a round trip of 64 bytes in microseconds. */
    double microsPerTurn(int turns) {
        long began = System.nanoTime();
        handler.begin(client, turns, 0);
        return (System.nanoTime() - began) / 1000.0 / turns;
    }

    /** Returns the bandwidth of messages of 64 KiB, the last of which the peer acknowledges. */
    double megabytesPerSecond(int messages) {
        long began = System.nanoTime();
        handler.begin(client, 1, messages);
        return (double) messages * LARGE / (System.nanoTime() - began) * 1000;
    }

    @Override
    public void close() {
        client.close().syncUninterruptibly();
        server.close().syncUninterruptibly();
        clientLoop.shutdownGracefully().syncUninterruptibly();
        serverLoop.shutdownGracefully().syncUninterruptibly();
    }

    /** Answers every 64 bytes, after as many messages as the first byte of a turn announces. */
    private static final class Answering extends SimpleChannelInboundHandler<ByteBuf> {
        private long silent;

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
            while (bytes.isReadable()) {
                if (silent > 0) {
                    int count = (int) Math.min(silent, bytes.readableBytes());
                    bytes.skipBytes(count);
                    silent -= count;
                    if (silent == 0) {
                        answer(context);
                    }
                } else if (bytes.readableBytes() >= SMALL) {
                    int messages = bytes.getInt(bytes.readerIndex());
                    bytes.skipBytes(SMALL);
                    announced(context, messages);
                } else {
                    throw new IllegalStateException("a turn of 64 bytes arrived in parts");
                }
            }
        }

        private void announced(ChannelHandlerContext context, int messages) {
            silent = (long) messages * LARGE;
            if (silent == 0) {
                answer(context);
            }
        }

        private static void answer(ChannelHandlerContext context) {
            ChannelFuture unused =
                    context.writeAndFlush(context.alloc().directBuffer(SMALL).writeZero(SMALL), context.voidPromise());
        }
    }

    /** Sends turns and messages, and completes when the last answer arrives. */
    private static final class Measured extends SimpleChannelInboundHandler<ByteBuf> {
        private CompletableFuture<Boolean> done = new CompletableFuture<>();
        private int turns;
        private int messages;

        void begin(Channel channel, int count, int large) {
            done = new CompletableFuture<>();
            channel.eventLoop().execute(() -> {
                turns = count;
                messages = large;
                turn(channel);
                pump(channel);
            });
            done.join();
        }

        private void turn(Channel channel) {
            ByteBuf buffer =
                    channel.alloc().directBuffer(SMALL).writeInt(messages).writeZero(SMALL - Integer.BYTES);
            ChannelFuture unused = channel.writeAndFlush(buffer, channel.voidPromise());
        }

        private void pump(Channel channel) {
            while (messages > 0 && channel.isWritable()) {
                messages--;
                ChannelFuture unused =
                        channel.write(channel.alloc().directBuffer(LARGE).writerIndex(LARGE));
                if (messages % 4 == 0) {
                    channel.flush();
                }
            }
            channel.flush();
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext context) {
            pump(context.channel());
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
            turns--;
            if (turns > 0) {
                turn(context.channel());
            } else {
                done.complete(true);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            done.completeExceptionally(cause);
        }
    }
}
