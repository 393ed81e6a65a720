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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Measures reading a whole table from the subnet administration, with both ends in this JVM. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class SubnetTableBenchmark {
    private final EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree3:36");
    private final Rdma rdma = Rdma.builder().driver(fabric.driver()).open();
    private final MadTransactor mad = rdma.mad(rdma.defaultEndPort());
    private final IbPath administration =
            IbPath.to(rdma.defaultEndPort().attributes().smLid());

    @TearDown
    public void close() {
        mad.close();
        rdma.close();
        fabric.close();
    }

    /** Reads the records of all nodes. */
    @Benchmark
    public List<NodeRecord> nodes() {
        return mad.subnAdmGetTable(new NodeRecord(), 0, administration);
    }
}
