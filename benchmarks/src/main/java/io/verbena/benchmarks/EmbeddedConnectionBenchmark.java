package io.verbena.benchmarks;

import io.verbena.Rdma;
import io.verbena.connection.Access;
import io.verbena.connection.Completions;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.Queue;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.connection.RemoteBuffer;
import io.verbena.connection.Signaling;
import io.verbena.embedded.EmbeddedFabric;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.TearDown;

/** Measures the time and the allocation of a write over a connection; the cost of the embedded device is negligible. */
public class EmbeddedConnectionBenchmark extends NanosecondBenchmark {
    private static final int BYTES = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final EmbeddedFabric fabric = EmbeddedFabric.open("two-node");
    private final Rdma near = Rdma.builder().driver(fabric.driver("host0")).open();
    private final Rdma far = Rdma.builder().driver(fabric.driver("host1")).open();
    private final Completions completions = new Completions(1);
    private final RdmaConnection connection;
    private final LocalBuffer source;
    private final RemoteBuffer target;

    /** Connects two hosts, of which one advertises memory. */
    public EmbeddedConnectionBenchmark() {
        RdmaServer server =
                far.listen(new InetSocketAddress(fabric.node("host1").address(), 0));
        CompletableFuture<RdmaConnection> connecting = near.connectAsync(server.address(), ConnectionOptions.DEFAULTS);
        RdmaConnection accepted = server.accept(PATIENCE);
        connection = connecting.join();
        accepted.advertise(accepted.allocate(BYTES, Access.REMOTE_WRITE));
        target = connection.awaitAdvertisement(PATIENCE);
        source = connection.allocate(BYTES);
    }

    /** Writes with a request that has no object of its own. */
    @Benchmark
    public int raw() {
        connection.postWrite(source, 0, BYTES, target, 0, Signaling.SIGNALED);
        return connection.awaitCompletions(Queue.SEND, completions, 1, PATIENCE);
    }

    /** Writes with a request that returns a future. */
    @Benchmark
    public int future() {
        return connection.writeAsync(source, 0, BYTES, target, 0).join();
    }

    /** Closes the fabric. */
    @TearDown
    public void close() {
        near.close();
        far.close();
        fabric.close();
    }
}
