package io.verbena.benchmarks;

import io.verbena.iba.Layout;
import io.verbena.iba.Structures;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** What it costs to see bytes as a structure, for every structure of the table. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class StructureBenchmark {
    /** How many structures the table has; the constructor compares. */
    private static final int STRUCTURES = 149;

    private final byte[] bytes = new byte[4096];
    private final Layout<?>[] layouts = Structures.names().stream()
            .map(name -> Structures.byName(name).orElseThrow())
            .toArray(Layout<?>[]::new);

    public StructureBenchmark() {
        if (layouts.length != STRUCTURES) {
            throw new IllegalStateException("there are " + layouts.length + " structures, not " + STRUCTURES);
        }
    }

    /** A structure over bytes that are already there; the figures are for one. */
    @Benchmark
    @OperationsPerInvocation(STRUCTURES)
    public void wrapEach(Blackhole blackhole) {
        for (Layout<?> layout : layouts) {
            blackhole.consume(layout.wrap(bytes, 0));
        }
    }
}
