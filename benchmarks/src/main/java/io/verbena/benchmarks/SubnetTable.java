package io.verbena.benchmarks;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.iba.NodeRecord;
import io.verbena.mad.MadTransactor;
import io.verbena.path.IbPath;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to get a whole table from the subnet administration, both ends of it in this JVM. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class SubnetTable {
    /** The fabric; {@code fat-tree3:36} has 13,284 nodes. */
    @Param("fat-tree3:36")
    public String topology = "";

    private EmbeddedFabric fabric;
    private Rdma rdma;
    private MadTransactor mad;
    private IbPath administration;

    @Setup
    public void open() {
        fabric = EmbeddedFabric.open(topology);
        rdma = Rdma.builder().driver(fabric.driver()).open();
        mad = rdma.mad(rdma.defaultEndPort());
        administration = IbPath.to(rdma.defaultEndPort().smLid());
    }

    @TearDown
    public void close() {
        mad.close();
        rdma.close();
        fabric.close();
    }

    /** The records of all nodes. */
    @Benchmark
    public List<NodeRecord> nodes() {
        return mad.subnAdmGetTable(new NodeRecord(), 0, administration);
    }
}
