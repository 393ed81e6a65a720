package io.verbena.benchmarks;

import io.verbena.iba.Layout;
import io.verbena.iba.Structures;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures wrapping bytes in a structure, for all structures of the IBA table. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class StructureBenchmark {
    private final byte[] bytes = new byte[4096];
    private final Layout<?>[] layouts = Structures.names().stream()
            .map(name -> Structures.byName(name).orElseThrow())
            .toArray(Layout<?>[]::new);
    private int next;

    /** Wraps existing bytes in one structure after another. */
    @Benchmark
    public Object wrapNext() {
        next = next + 1 == layouts.length ? 0 : next + 1;
        return layouts[next].wrap(bytes, 0);
    }
}
