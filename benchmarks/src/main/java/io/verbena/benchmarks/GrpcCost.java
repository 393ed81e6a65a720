package io.verbena.benchmarks;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.verbena.Rdma;
import io.verbena.netty.RdmaIoHandler;
import io.verbena.netty.RdmaServerSocketChannel;
import io.verbena.netty.RdmaSocketChannel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/**
 * Measures unary calls of gRPC, one after the other, over RDMA and over TCP between two addresses of the test bed, with client and
 * server in this process. Prints medians of the time of a call, and the calls for each second of processor time.
 */
public final class GrpcCost {
    private static final Duration WARM_UP = Duration.ofSeconds(40);
    private static final int ROUNDS = 11;
    private static final int CALLS = 200;

    private GrpcCost() {}

    /** Runs the measurements; the first argument is the address of the second device. */
    public static void main(String[] arguments) throws IOException {
        InetAddress address = InetAddress.getByName(arguments[0]);
        try (Rdma rdma = Rdma.open();
                Service overRdma = new Service(
                        RdmaIoHandler.newFactory(rdma.streams()),
                        RdmaServerSocketChannel.class,
                        RdmaSocketChannel.class,
                        address);
                Service overNio = new Service(
                        NioIoHandler.newFactory(), NioServerSocketChannel.class, NioSocketChannel.class, address);
                Service overEpoll = new Service(
                        EpollIoHandler.newFactory(),
                        EpollServerSocketChannel.class,
                        EpollSocketChannel.class,
                        address)) {
            long warm = System.nanoTime() + WARM_UP.toNanos();
            for (int round = 0; round < ROUNDS; ) {
                overRdma.measure(round);
                overNio.measure(round);
                overEpoll.measure(round);
                round += System.nanoTime() > warm ? 1 : 0;
            }
            overRdma.print("rdma");
            overNio.print("nio");
            overEpoll.print("epoll");
        }
    }

    /** A service and its client, each with an event loop. */
    private static final class Service implements AutoCloseable {
        private final EventLoopGroup serverLoop;
        private final EventLoopGroup clientLoop;
        private final Server server;
        private final ManagedChannel channel;
        private final HealthGrpc.HealthBlockingStub stub;
        private final double[] micros = new double[CALLS];
        private final double[] medians = new double[ROUNDS];
        private final double[] callsPerSecond = new double[ROUNDS];

        Service(
                IoHandlerFactory handlers,
                Class<? extends ServerChannel> serverType,
                Class<? extends Channel> clientType,
                InetAddress address)
                throws IOException {
            serverLoop = new MultiThreadIoEventLoopGroup(1, handlers);
            clientLoop = new MultiThreadIoEventLoopGroup(1, handlers);
            server = NettyServerBuilder.forAddress(new InetSocketAddress(address, 0))
                    .bossEventLoopGroup(serverLoop)
                    .workerEventLoopGroup(serverLoop)
                    .channelType(serverType)
                    .directExecutor()
                    .addService(new HealthStatusManager().getHealthService())
                    .build()
                    .start();
            channel = NettyChannelBuilder.forAddress(new InetSocketAddress(address, server.getPort()))
                    .eventLoopGroup(clientLoop)
                    .channelType(clientType)
                    .usePlaintext()
                    .build();
            stub = HealthGrpc.newBlockingStub(channel);
        }

        void measure(int round) {
            long work = processorNanos();
            for (int i = 0; i < CALLS; i++) {
                long began = System.nanoTime();
                stub.check(HealthCheckRequest.getDefaultInstance());
                micros[i] = (System.nanoTime() - began) / 1000.0;
            }
            callsPerSecond[round] = CALLS * 1e9 / Math.max(1, processorNanos() - work);
            Arrays.sort(micros);
            medians[round] = micros[CALLS / 2];
        }

        private static long processorNanos() {
            return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                    .getProcessCpuTime();
        }

        void print(String transport) {
            Arrays.sort(medians);
            Arrays.sort(callsPerSecond);
            System.out.printf(Locale.ROOT, "%s call us: %.1f%n", transport, medians[ROUNDS / 2]);
            System.out.printf(
                    Locale.ROOT, "%s calls per processor second: %.0f%n", transport, callsPerSecond[ROUNDS / 2]);
        }

        @Override
        public void close() {
            channel.shutdownNow();
            server.shutdownNow();
            clientLoop.shutdownGracefully().syncUninterruptibly();
            serverLoop.shutdownGracefully().syncUninterruptibly();
        }
    }
}
