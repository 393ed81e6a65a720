package io.verbena.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.verbena.Rdma;
import io.verbena.buffer.RegisteredByteBufAllocator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Measures allocating and releasing a buffer: from registered memory, and from the pooled allocator of Netty. The device is
 * a stub that only counts calls, which {@code benchmarks/allocator} preloads. Leak detection is off in both allocators.
 */
@Fork(value = 1, jvmArgsAppend = "-Dio.netty.leakDetection.level=disabled")
public class AllocatorBenchmark extends NanosecondBenchmark {
    /** The allocators. */
    public enum Allocator {
        /** The allocator of registered buffers. */
        REGISTERED,
        /** The pooled allocator of Netty. */
        POOLED
    }

    /** The allocator to measure. */
    @Param
    public Allocator allocator = Allocator.REGISTERED;

    /** The size of a buffer in bytes. */
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

    /** Allocates a direct buffer and releases it. */
    @Benchmark
    public boolean takeAndRelease() {
        ByteBuf buffer = buffers.directBuffer(bytes);
        return buffer.release();
    }
}
