package io.verbena.benchmarks;

import io.verbena.Rdma;
import io.verbena.efa.EfaDevice;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.stream.RdmaStream;
import io.verbena.stream.RdmaStreamServer;
import io.verbena.stream.StreamSettings;
import io.verbena.stream.Streams;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Compares a stream over scalable reliable datagrams with one over a reliable connection, each between two hosts of an embedded fabric.
 * One thread writes and reads, without waiting. The result is the time of one write and of the reads that take it.
 */
public class EmbeddedStreamBenchmark extends NanosecondBenchmark {
    private static final int PATHS = 8;
    private static final int MAX_BYTES = 1 << 16;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Fabric single = new Fabric(1);
    private final Fabric multiple = new Fabric(PATHS);
    private final ByteBuffer from = ByteBuffer.allocateDirect(MAX_BYTES);
    private final ByteBuffer into = ByteBuffer.allocateDirect(MAX_BYTES);

    /** The length of a write: what one datagram carries, and what is written into a ring. */
    @Param({"4064", "65536"})
    private int bytes;

    /** Two hosts with a stream of each kind, over a number of paths without delay. */
    private static final class Fabric {
        private final EmbeddedFabric fabric;
        private final Host sender;
        private final Host receiver;
        private final Pair connected;
        private final Pair scalable;

        Fabric(int paths) {
            fabric = EmbeddedFabric.open("fat-tree:2,4,4").paths(paths, Duration.ZERO, 1);
            sender = new Host(fabric, "host1");
            receiver = new Host(fabric, "host15");
            connected = new Pair(
                    sender.rdma.streams(),
                    receiver.rdma.streams(),
                    fabric.node("host15").port(1).address());
            scalable = new Pair(sender.scalable, receiver.scalable, InetAddress.getLoopbackAddress());
        }

        void close() {
            sender.close();
            receiver.close();
            fabric.close();
        }
    }

    private static final class Host {
        private final Rdma rdma;
        private final Streams scalable;

        Host(EmbeddedFabric fabric, String name) {
            rdma = Rdma.builder().driver(fabric.driver(name)).open();
            scalable =
                    Streams.overSrd(EfaDevice.of(rdma.verbs(rdma.verbsDevices().get(0))), 1);
        }

        void close() {
            scalable.close();
            rdma.close();
        }
    }

    /** The two ends of a stream. */
    private static final class Pair {
        private final RdmaStream writer;
        private final RdmaStream reader;

        Pair(Streams client, Streams server, InetAddress address) {
            RdmaStreamServer listening = server.listen(new InetSocketAddress(address, 0), 1);
            CompletableFuture<RdmaStream> connecting =
                    client.connectAsync(listening.localAddress(), StreamSettings.DEFAULTS, TIMEOUT);
            reader = listening.accept(TIMEOUT).orElseThrow();
            writer = connecting.join();
        }

        /** Writes bytes, and reads them. */
        int move(ByteBuffer from, ByteBuffer into, int bytes) {
            from.clear().limit(bytes);
            into.clear().limit(bytes);
            while (into.hasRemaining()) {
                if (from.hasRemaining()) {
                    writer.writeNow(from);
                }
                reader.readNow(into);
            }
            return into.get(0);
        }
    }

    /** Opens the fabrics. */
    public EmbeddedStreamBenchmark() {}

    /** Moves bytes by a stream over a reliable connection. */
    @Benchmark
    public int connection() {
        return single.connected.move(from, into, bytes);
    }

    /** Moves bytes by a stream over scalable reliable datagrams on one path. */
    @Benchmark
    public int onePath() {
        return single.scalable.move(from, into, bytes);
    }

    /** Moves bytes by a stream over scalable reliable datagrams on eight paths. */
    @Benchmark
    public int eightPaths() {
        return multiple.scalable.move(from, into, bytes);
    }

    /** Closes the fabrics. */
    @TearDown
    public void close() {
        single.close();
        multiple.close();
    }
}
