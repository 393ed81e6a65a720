package io.verbena.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.verbena.contract.cm.CmBed;
import java.io.ByteArrayOutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Netty channels over the embedded fabric. */
@Timeout(60)
class EchoEmbeddedTest {
    private CmBed bed;
    private EventLoopGroup group;

    /** A host whose channels connect to itself. */
    CmBed bed() {
        return new NettySuiteEmbeddedTest().bed();
    }

    /** A part of the message of a refused connection. */
    String refusal() {
        return "no rsocket listens at this address";
    }

    @BeforeEach
    void open() {
        bed = bed();
        group = new MultiThreadIoEventLoopGroup(1, RdmaIoHandler.newFactory(bed.streams()));
    }

    @AfterEach
    void close() {
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
        bed.close();
    }

    private Channel serve() throws InterruptedException {
        return new ServerBootstrap()
                .group(group)
                .channel(RdmaServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new Echo());
                    }
                })
                .bind(new InetSocketAddress(bed.server(), 0))
                .sync()
                .channel();
    }

    private Channel connect(Channel server, Collector collector) throws InterruptedException {
        return new Bootstrap()
                .group(group)
                .channel(RdmaSocketChannel.class)
                .handler(collector)
                .connect(server.localAddress())
                .sync()
                .channel();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 5000, 3_000_000})
    void whatIsWrittenComesBack(int size) throws Exception {
        byte[] data = new byte[size];
        new Random(size).nextBytes(data);
        Collector collector = new Collector(size);
        Channel client = connect(serve(), collector);

        client.writeAndFlush(Unpooled.wrappedBuffer(data)).sync();

        assertThat(collector.all.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(collector.bytes.toByteArray()).isEqualTo(data);
        client.close().sync();
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void theEndOfOneSideClosesTheOther() throws Exception {
        Collector collector = new Collector(1);
        Channel client = connect(serve(), collector);
        client.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {Echo.END})).sync();

        assertThat(client.closeFuture().await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(client.isActive()).isFalse();
    }

    @Test
    void whereNobodyListensTheConnectionIsRefused() throws Exception {
        Channel server = serve();
        server.close().sync();

        assertThatThrownBy(() -> connect(server, new Collector(1)))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining(refusal());
    }

    /** Sends everything back; closes the channel after a certain byte. */
    private static final class Echo extends ChannelInboundHandlerAdapter {
        static final byte END = 4;

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf bytes = (ByteBuf) message;
            if (bytes.readableBytes() == 1 && bytes.getByte(bytes.readerIndex()) == END) {
                bytes.release();
                ChannelFuture unused = context.close();
            } else {
                ChannelFuture unused = context.write(bytes, context.voidPromise());
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            context.flush();
        }
    }

    /** Collects what it receives. */
    private static final class Collector extends SimpleChannelInboundHandler<ByteBuf> {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final CountDownLatch all = new CountDownLatch(1);
        private final int size;

        Collector(int size) {
            this.size = size;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf message) throws Exception {
            message.readBytes(bytes, message.readableBytes());
            if (bytes.size() >= size) {
                all.countDown();
            }
        }
    }
}
