package io.verbena.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.verbena.Rdma;
import io.verbena.buffer.RegisteredByteBufAllocator;
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

/**
 * Taking a buffer and releasing it: in registered memory, and from Netty's own allocator of pooled buffers. The device is one
 * that only counts, which {@code benchmarks/allocator} preloads; leaks are looked for in neither.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Dio.netty.leakDetection.level=disabled")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class AllocatorBenchmark {
    /** Whose allocator. */
    public enum Allocator {
        /** Ours. */
        REGISTERED,
        /** Netty's. */
        POOLED
    }

    /** Which one it is. */
    @Param
    public Allocator allocator = Allocator.REGISTERED;

    /** Bytes of a buffer. */
    @Param({"4096", "65536"})
    public int bytes;

    private final Rdma rdma = Rdma.open();
    private ByteBufAllocator buffers = PooledByteBufAllocator.DEFAULT;

    @Setup
    public void open() {
        if (allocator == Allocator.REGISTERED) {
            buffers = RegisteredByteBufAllocator.builder(rdma.verbs("hollow0").protectionDomain())
                    .build();
        }
    }

    @TearDown
    public void close() {
        rdma.close();
    }

    /** Takes a direct buffer, and releases it. */
    @Benchmark
    public boolean takeAndRelease() {
        ByteBuf buffer = buffers.directBuffer(bytes);
        return buffer.release();
    }
}
