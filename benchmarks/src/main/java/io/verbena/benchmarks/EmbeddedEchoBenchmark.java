package io.verbena.benchmarks;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.netty.RdmaIoHandler;
import io.verbena.netty.RdmaServerSocketChannel;
import io.verbena.netty.RdmaSocketChannel;
import java.net.InetSocketAddress;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the time and the allocation of an echo by Netty, with both channels on one event loop of the embedded fabric. Netty's
 * leak detection is off because it records stack traces of sampled buffers, which hide what the transport allocates.
 */
@Fork(value = 1, jvmArgsAppend = "-Dio.netty.leakDetection.level=disabled")
@Warmup(iterations = 12, time = 1)
public class EmbeddedEchoBenchmark extends NanosecondBenchmark {
    private static final int TURNS = 10_000;

    private final EmbeddedFabric fabric = EmbeddedFabric.open("two-node");
    private final Rdma rdma = Rdma.builder().driver(fabric.driver("host0")).open();
    private final NettyPeer peer;

    /** Connects two channels of one host. */
    public EmbeddedEchoBenchmark() {
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, RdmaIoHandler.newFactory(rdma.streams()));
        peer = new NettyPeer(
                loop,
                loop,
                RdmaServerSocketChannel.class,
                RdmaSocketChannel.class,
                new InetSocketAddress(fabric.node("host0").port(1).address(), 0));
    }

    /** Sends 64 bytes, and receives them again. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public double echo() {
        return peer.microsPerTurn(TURNS);
    }

    /** Closes the channels and the fabric. */
    @TearDown
    public void close() {
        peer.close();
        rdma.close();
        fabric.close();
    }
}
