package io.verbena.benchmarks;

import io.verbena.iba.Layout;
import io.verbena.iba.Structures;
import org.openjdk.jmh.annotations.Benchmark;

/** Measures wrapping bytes in a structure, for all structures of the IBA table. */
public class StructureBenchmark extends NanosecondBenchmark {
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
