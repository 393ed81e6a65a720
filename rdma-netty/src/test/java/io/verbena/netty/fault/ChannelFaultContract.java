package io.verbena.netty.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.verbena.Rdma;
import io.verbena.contract.connection.OutageBed;
import io.verbena.netty.RdmaChannelOption;
import io.verbena.netty.RdmaIoHandler;
import io.verbena.netty.RdmaServerSocketChannel;
import io.verbena.netty.RdmaSocketChannel;
import io.verbena.stream.Streams;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Channels whose link loses packets or fails: no byte is lost or doubled while a channel is open, and a channel whose peer is
 * unreachable becomes inactive with the cause within the keep-alive time.
 */
@Timeout(300)
abstract class ChannelFaultContract {
    static final Duration KEEP_ALIVE = Duration.ofSeconds(6);

    /** The delay that other work on the machine may add. */
    private static final Duration SLACK = Duration.ofSeconds(2);

    private final BlockingQueue<Ledger> accepted = new LinkedBlockingQueue<>();
    private OutageBed bed;
    private Streams near;
    private Streams far;
    private EventLoopGroup clients;
    private EventLoopGroup servers;
    private Channel listening;

    /** A link for the next test. */
    abstract OutageBed bed();

    /** The streams of the client or of the server. */
    Streams streams(Rdma rdma) {
        return rdma.streams();
    }

    @BeforeEach
    void open() throws InterruptedException {
        bed = bed();
        near = streams(bed.client());
        far = streams(bed.server());
        clients = new MultiThreadIoEventLoopGroup(1, RdmaIoHandler.newFactory(near));
        servers = new MultiThreadIoEventLoopGroup(1, RdmaIoHandler.newFactory(far));
        listening = new ServerBootstrap()
                .group(servers)
                .channel(RdmaServerSocketChannel.class)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(RdmaChannelOption.KEEP_ALIVE_INTERVAL, KEEP_ALIVE)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        Ledger ledger = new Ledger();
                        accepted.add(ledger);
                        channel.pipeline().addLast(ledger);
                    }
                })
                .bind(new InetSocketAddress(bed.address(), 0))
                .sync()
                .channel();
    }

    @AfterEach
    void close() {
        clients.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
        servers.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
        near.close();
        far.close();
        bed.close();
    }

    /** A connection: its client, the bytes that the client writes unless it is idle, and what both sides have seen. */
    record Connected(Channel client, Source source, Ledger near, Ledger far) {}

    private Connected connect(boolean busy) throws Exception {
        Source source = new Source();
        Ledger near = new Ledger();
        Channel client = new Bootstrap()
                .group(clients)
                .channel(RdmaSocketChannel.class)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(RdmaChannelOption.KEEP_ALIVE_INTERVAL, KEEP_ALIVE)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 20_000)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(near);
                        if (busy) {
                            channel.pipeline().addLast(source);
                        }
                    }
                })
                .connect(listening.localAddress())
                .sync()
                .channel();
        Ledger far = accepted.poll(30, TimeUnit.SECONDS);
        far.channel();
        return new Connected(client, source, near, far);
    }

    private static void assertAllArrives(Connected connected) throws Exception {
        connected.source.finish(connected.client);
        connected.far.inactiveAt(Duration.ofSeconds(60));
        assertThat(connected.far.failure()).isNull();
        assertThat(connected.near.failure()).isNull();
        assertThat(connected.source.failure()).isNull();
        assertThat(connected.far.received()).isEqualTo(connected.source.written());
    }

    @Test
    void aLinkThatLosesPacketsLosesAndDoublesNoByte() throws Exception {
        Connected connected = connect(true);
        connected.far.assertGoesOn();

        bed.whileLosing(2, () -> LockSupport.parkNanos(Duration.ofSeconds(3).toNanos()));

        assertSurvivesLoss(connected);
    }

    /** Checks a channel after packets were lost: it goes on, and everything arrives. */
    void assertSurvivesLoss(Connected connected) throws Exception {
        connected.far.assertGoesOn();
        assertAllArrives(connected);
    }

    @Test
    void aShortOutageLosesAndDoublesNoByte() throws Exception {
        Connected connected = connect(true);
        connected.far.assertGoesOn();

        bed.whileLosing(() -> LockSupport.parkNanos(KEEP_ALIVE.toNanos() / 6));

        assertSurvivesLoss(connected);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bothChannelsBecomeInactiveWithTheCauseWhenAllIsLost(boolean busy) throws Exception {
        Connected connected = connect(busy);
        if (busy) {
            connected.far.assertGoesOn();
        }
        bed.whileLosing(() -> assertBothEnd(connected));
        assertRecovers();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bothChannelsBecomeInactiveWithTheCauseWhenTheLinkIsDown(boolean busy) throws Exception {
        assumeTrue(bed.canUnplug(), "the system cannot connect any more after that");
        Connected connected = connect(busy);
        bed.whileUnplugged(() -> assertBothEnd(connected));
        assertRecovers();
    }

    private static void assertBothEnd(Connected connected) {
        long begin = System.nanoTime();
        try {
            for (Ledger side : new Ledger[] {connected.near, connected.far}) {
                long end = side.inactiveAt(KEEP_ALIVE.multipliedBy(5));
                // A write that finds the failure first gets the cause.
                Throwable cause = side.failure() == null ? connected.source.failure() : side.failure();
                assertThat(cause).isInstanceOf(IOException.class).hasMessageContaining("open another");
                assertThat(Duration.ofNanos(end - begin)).isLessThan(KEEP_ALIVE.plus(SLACK));
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        assertThat(connected.client.isActive()).isFalse();
        assertThat(connected.far.received()).isLessThanOrEqualTo(connected.source.written());
    }

    private void assertRecovers() throws Exception {
        Connected another = connect(true);
        another.far.assertGoesOn();
        assertAllArrives(another);
    }

    /** Returns the address of the server, and the ledger of the next connection that it accepts. */
    final InetSocketAddress address() {
        return (InetSocketAddress) listening.localAddress();
    }

    final Ledger nextAccepted() throws InterruptedException {
        return accepted.poll(60, TimeUnit.SECONDS);
    }
}
