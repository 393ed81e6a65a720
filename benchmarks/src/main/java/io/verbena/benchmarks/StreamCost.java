package io.verbena.benchmarks;

import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.verbena.Rdma;
import io.verbena.hca.AccessFlag;
import io.verbena.netty.RdmaIoHandler;
import io.verbena.netty.RdmaServerSocketChannel;
import io.verbena.netty.RdmaSocketChannel;
import io.verbena.stream.GatherList;
import io.verbena.stream.RdmaStream;
import io.verbena.stream.RdmaStreamServer;
import io.verbena.stream.StreamOption;
import io.verbena.stream.StreamPoller;
import io.verbena.stream.StreamReadiness;
import io.verbena.stream.StreamSettings;
import io.verbena.verbs.MemoryRegion;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Measures streams, Netty over streams and Netty over TCP between two addresses of the test bed: round trips of 64 bytes, and
 * messages of 64 KiB in one direction with the processor time of both sides. RDMA writes by verbs are the upper limit of the latter.
 * This class also registers and copies such a message. Prints medians; {@code benchmarks/stream-cost} runs this class beside C rstream.
 */
public final class StreamCost {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration WARM_UP = Duration.ofSeconds(40);
    private static final int ROUNDS = 11;
    private static final int TURNS = 2000;
    private static final int SMALL = 64;
    private static final int LARGE = 64 << 10;
    private static final int MESSAGES = 512;
    private static final int BATCH = 8;
    private static final int REGISTRATIONS = 200;

    private StreamCost() {}

    /** Runs the measurements; the first argument is the address of the second device. */
    public static void main(String[] arguments) throws Exception {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(arguments[0]), 0);
        try (Rdma rdma = Rdma.open();
                StreamPair pair = new StreamPair(rdma, address, 1 << 17);
                StreamPair wide = new StreamPair(rdma, address, 1 << 19);
                StreamPair lending = new StreamPair(rdma, address, 1 << 21);
                NettyPeer netty = new NettyPeer(
                        RdmaIoHandler.newFactory(rdma.streams()),
                        RdmaServerSocketChannel.class,
                        RdmaSocketChannel.class,
                        address);
                NettyPeer nio = new NettyPeer(
                        NioIoHandler.newFactory(), NioServerSocketChannel.class, NioSocketChannel.class, address);
                NettyPeer epoll = new NettyPeer(
                        EpollIoHandler.newFactory(),
                        EpollServerSocketChannel.class,
                        EpollSocketChannel.class,
                        address);
                RawPingPong raw = new RawPingPong(rdma, address.getAddress())) {
            Series streamTurns = new Series("stream round trip us");
            Series nettyTurns = new Series("netty round trip us");
            Series nioTurns = new Series("nio round trip us");
            Series epollTurns = new Series("epoll round trip us");
            Series rawRate = new Series("raw write MB/s");
            Series notifiedRate = new Series("raw write with notification MB/s");
            Series wideRate = new Series("stream with rings of 512 KiB MB/s");
            Series registeredRate = new Series("stream of registered memory with rings of 2 MiB MB/s");
            Series lentRate = new Series("stream read in place with rings of 2 MiB MB/s");
            Series batchedRate =
                    new Series("stream read in place with rings of 2 MiB and eight messages in a call MB/s");
            Series streamRate = new Series("stream MB/s");
            Series nettyRate = new Series("netty MB/s");
            Series nioRate = new Series("nio MB/s");
            Series epollRate = new Series("epoll MB/s");
            Series wideWork = new Series("stream with rings of 512 KiB processor ns/KiB");
            Series streamWork = new Series("stream processor ns/KiB");
            Series nettyWork = new Series("netty processor ns/KiB");
            Series nioWork = new Series("nio processor ns/KiB");
            Series epollWork = new Series("epoll processor ns/KiB");
            Series registrations = new Series("registration of 64 KiB us");
            Series copies = new Series("copy of 64 KiB us");
            long warm = System.nanoTime() + WARM_UP.toNanos();
            for (int round = 0; round < ROUNDS; ) {
                streamTurns.add(round, pair.microsPerTurn());
                nettyTurns.add(round, netty.microsPerTurn(TURNS));
                nioTurns.add(round, nio.microsPerTurn(TURNS));
                epollTurns.add(round, epoll.microsPerTurn(TURNS));
                rawRate.add(round, raw.megabytesPerSecond(MESSAGES));
                notifiedRate.add(round, raw.notifiedMegabytesPerSecond(MESSAGES));
                wideRate.add(round, wideWork, wide::megabytesPerSecond);
                registeredRate.add(round, lending.registeredMegabytesPerSecond());
                lentRate.add(round, lending.lentMegabytesPerSecond(1));
                batchedRate.add(round, lending.lentMegabytesPerSecond(BATCH));
                streamRate.add(round, streamWork, pair::megabytesPerSecond);
                nettyRate.add(round, nettyWork, () -> netty.megabytesPerSecond(MESSAGES));
                nioRate.add(round, nioWork, () -> nio.megabytesPerSecond(MESSAGES));
                epollRate.add(round, epollWork, () -> epoll.megabytesPerSecond(MESSAGES));
                registrations.add(round, pair.microsPerRegistration());
                copies.add(round, pair.microsPerCopy());
                round += System.nanoTime() > warm ? 1 : 0;
            }
            for (Series series : new Series[] {
                streamTurns,
                nettyTurns,
                nioTurns,
                epollTurns,
                rawRate,
                notifiedRate,
                wideRate,
                registeredRate,
                lentRate,
                batchedRate,
                streamRate,
                nettyRate,
                nioRate,
                epollRate,
                wideWork,
                streamWork,
                nettyWork,
                nioWork,
                epollWork,
                registrations,
                copies
            }) {
                series.print();
            }
        }
    }

    private interface Measurement {
        double run();
    }

    /** The values of the rounds. */
    private static final class Series {
        private final String name;
        private final double[] values = new double[ROUNDS];

        Series(String name) {
            this.name = name;
        }

        void add(int round, double value) {
            values[round] = value;
        }

        void add(int round, Series work, Measurement measurement) {
            long before = processorNanos();
            values[round] = measurement.run();
            work.values[round] = (processorNanos() - before) / (MESSAGES * (double) LARGE / 1024);
        }

        private static long processorNanos() {
            return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                    .getProcessCpuTime();
        }

        void print() {
            Arrays.sort(values);
            System.out.printf(Locale.ROOT, "%s: %.2f%n", name, values[values.length / 2]);
        }
    }

    /** Two ends of a stream, which wait for events. */
    private static final class StreamPair implements AutoCloseable {
        private final Rdma rdma;
        private final RdmaStream client;
        private final RdmaStream server;
        private final GatherList gather = new GatherList();
        private final Executor serving = RawPingPong.peer();
        private final ByteBuffer ours = ByteBuffer.allocateDirect(LARGE);
        private final ByteBuffer theirs = ByteBuffer.allocateDirect(LARGE);

        StreamPair(Rdma rdma, InetSocketAddress address, int ring) {
            this.rdma = rdma;
            StreamSettings settings = StreamSettings.DEFAULTS
                    .with(StreamOption.RECEIVE_BUFFER, ring)
                    .with(StreamOption.SEND_BUFFER, ring);
            try (RdmaStreamServer listening = rdma.streams().listen(address, settings, 1)) {
                CompletableFuture<RdmaStream> connecting =
                        rdma.streams().connectAsync(listening.localAddress(), settings, LONG);
                server = listening.accept(LONG).orElseThrow();
                client = connecting.join();
            }
        }

        double microsPerTurn() {
            CompletableFuture<Void> answering = CompletableFuture.runAsync(
                    () -> {
                        for (int i = 0; i < TURNS; i++) {
                            receive(server, theirs, SMALL);
                            send(server, theirs, SMALL);
                        }
                    },
                    serving);
            long began = System.nanoTime();
            for (int i = 0; i < TURNS; i++) {
                send(client, ours, SMALL);
                receive(client, ours, SMALL);
            }
            double micros = (System.nanoTime() - began) / 1000.0 / TURNS;
            answering.join();
            return micros;
        }

        double megabytesPerSecond() {
            return megabytesPerSecond(1, () -> send(client, ours, LARGE), () -> receive(server, theirs, LARGE));
        }

        /** Returns the bandwidth of messages that the device sends from where they lie. */
        double registeredMegabytesPerSecond() {
            return registeredMegabytesPerSecond(1, () -> receive(server, theirs, LARGE));
        }

        /** Returns the bandwidth of messages that are sent and read where they lie, some of them in one call. */
        double lentMegabytesPerSecond(int messages) {
            return registeredMegabytesPerSecond(messages, () -> readInPlace(server, LARGE));
        }

        private static void readInPlace(RdmaStream stream, int length) {
            for (int rest = length; rest > 0; ) {
                int most = rest;
                int count = stream.read(
                        bytes -> bytes.position(bytes.position() + Math.min(bytes.remaining(), most)), LONG);
                if (count < 0) {
                    throw new IllegalStateException("the stream ended");
                }
                rest -= count;
            }
        }

        private double registeredMegabytesPerSecond(int messages, Runnable receive) {
            try (MemoryRegion memory = client.protectionDomain().register(ours.clear());
                    StreamPoller poller = rdma.streams().poller()) {
                poller.add(client, EnumSet.of(StreamReadiness.WRITABLE));
                return megabytesPerSecond(messages, () -> sendRegistered(memory, poller, messages), receive);
            }
        }

        /** Sends messages, each of them a buffer of its own, in as few calls as there is room for. */
        private void sendRegistered(MemoryRegion memory, StreamPoller poller, int messages) {
            for (int sent = 0; sent < messages * LARGE; ) {
                gather.clear();
                for (int at = sent; at < messages * LARGE; at = (at / LARGE + 1) * LARGE) {
                    gather.add(memory.address() + at % LARGE, LARGE - at % LARGE, memory.localKey());
                }
                int now = client.writeRegisteredNow(gather, () -> {});
                if (now == 0) {
                    poller.poll(LONG, (end, ready) -> {});
                }
                sent += now;
            }
        }

        private double megabytesPerSecond(int messages, Runnable send, Runnable receive) {
            CompletableFuture<Void> answering = CompletableFuture.runAsync(
                    () -> {
                        for (int i = 0; i < MESSAGES; i++) {
                            receive.run();
                        }
                        send(server, theirs, SMALL);
                    },
                    serving);
            long began = System.nanoTime();
            for (int i = 0; i < MESSAGES; i += messages) {
                send.run();
            }
            receive(client, ours, SMALL);
            double rate = (double) MESSAGES * LARGE / (System.nanoTime() - began) * 1000;
            answering.join();
            return rate;
        }

        /** Registers and deregisters the memory of a message, as a transport would for a buffer that is not registered. */
        double microsPerRegistration() {
            long began = System.nanoTime();
            for (int i = 0; i < REGISTRATIONS; i++) {
                client.protectionDomain()
                        .register(ours.clear(), AccessFlag.LOCAL_WRITE)
                        .close();
            }
            return (System.nanoTime() - began) / 1000.0 / REGISTRATIONS;
        }

        double microsPerCopy() {
            long began = System.nanoTime();
            for (int i = 0; i < REGISTRATIONS; i++) {
                theirs.clear().put(ours.clear());
            }
            return (System.nanoTime() - began) / 1000.0 / REGISTRATIONS;
        }

        private static void send(RdmaStream stream, ByteBuffer buffer, int length) {
            stream.write(buffer.clear().limit(length));
        }

        private static void receive(RdmaStream stream, ByteBuffer buffer, int length) {
            buffer.clear().limit(length);
            while (buffer.hasRemaining()) {
                if (stream.read(buffer) < 0) {
                    throw new IllegalStateException("the stream ended");
                }
            }
        }

        @Override
        public void close() {
            client.close();
            server.close();
        }
    }
}
