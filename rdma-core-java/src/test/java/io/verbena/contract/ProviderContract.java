package io.verbena.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.mad.MadOptions;
import io.verbena.topology.Topology;
import io.verbena.topology.TopologyReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** Opens the provider that is tried, and knows of what its fabric is made. */
@Timeout(120)
public abstract class ProviderContract {
    /** Short enough for tests that wait for it, long enough for a simulator on a busy machine. */
    protected static final MadOptions OPTIONS = new MadOptions(Duration.ofMillis(200), 2, 64);

    private final TriedFabric fabric;

    /** The fabric as one host of the net sees it. */
    protected Rdma rdma;

    /** The promises as this fabric keeps them. */
    protected ProviderContract(TriedFabric fabric) {
        this.fabric = fabric;
    }

    /** The name of the one device. */
    protected final String device() {
        return fabric.device();
    }

    /** Cuts the link of a port of a node, both as the net file names them. */
    protected final void cut(String node, int port) {
        fabric.cut(node, port);
    }

    /** Joins it again. */
    protected final void join(String node, int port) {
        fabric.join(node, port);
    }

    @BeforeEach
    final void openTheFabric() {
        rdma = fabric.open(OPTIONS);
    }

    @AfterEach
    final void closeTheFabric() {
        rdma.close();
    }

    /** The topology in the net file. */
    protected final Topology topology() {
        return TopologyReader.read(fabric.net());
    }

    /** The GUIDs of all nodes of the net file. */
    protected final Stream<Guid> guids() {
        return topology().nodes().stream().map(node -> node.nodeGuid());
    }

    /** The GUIDs of the nodes of one kind. */
    protected final Stream<Guid> guids(NodeType type) {
        return topology().nodes().stream().filter(node -> node.type() == type).map(node -> node.nodeGuid());
    }

    /** Waits until a condition holds, at most 20 s. */
    protected static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).as(what).isNegative();
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** How many threads read end ports. */
    protected static long readers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("verbena-mad-"))
                .count();
    }

    /** Returns the number of open files of this process. */
    protected static long openFiles() {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
