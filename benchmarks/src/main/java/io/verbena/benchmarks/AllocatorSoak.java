package io.verbena.benchmarks;

import io.netty.buffer.ByteBuf;
import io.verbena.Rdma;
import io.verbena.buffer.AllocatorUsage;
import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.buffer.WhenFull;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Allocates, grows, slices, hands over and releases registered buffers in several threads, and verifies that no thread has
 * written into a buffer of another one: {@code AllocatorSoak OPERATIONS}. Exits with status 1 if a byte is wrong or a buffer
 * is left.
 */
public final class AllocatorSoak {
    private static final int THREADS = 4;
    private static final int PLACES = 64;
    private static final int LARGEST = 1 << 14;

    private final RegisteredByteBufAllocator allocator;
    private final AtomicReferenceArray<ByteBuf> exchange = new AtomicReferenceArray<>(PLACES);

    private AllocatorSoak(RegisteredByteBufAllocator allocator) {
        this.allocator = allocator;
    }

    /** Runs the number of operations that the first argument specifies. */
    public static void main(String[] arguments) throws Exception {
        long operations = Long.parseLong(arguments[0]);
        try (Rdma rdma = Rdma.open();
                RegisteredByteBufAllocator allocator = RegisteredByteBufAllocator.builder(
                                rdma.verbs("hollow0").protectionDomain())
                        .sizes(64, 1 << 16)
                        .slabBytes(1 << 18)
                        .limit(1 << 21)
                        .whenFull(WhenFull.waitAtMost(Duration.ofSeconds(10)))
                        .build()) {
            AllocatorUsage last = new AllocatorSoak(allocator).run(operations);
            allocator.trim();
            AllocatorUsage trimmed = allocator.usage();
            System.out.printf(
                    "%d operations, %d buffers left, %d bytes in use, %d slabs left, %d registrations, %d waits, %d refusals%n",
                    operations,
                    last.buffers(),
                    last.usedBytes(),
                    trimmed.slabs(),
                    last.registrations(),
                    last.waits(),
                    last.refusals());
            if (last.buffers() + trimmed.slabs() + last.refusals() > 0) {
                System.exit(1);
            }
        }
    }

    private AllocatorUsage run(long operations) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> runs = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int seed = i;
                runs.add(threads.submit(() -> run(operations / THREADS, new SplittableRandom(seed))));
            }
            for (Future<?> run : runs) {
                run.get();
            }
        } finally {
            threads.shutdownNow();
        }
        for (int i = 0; i < PLACES; i++) {
            finish(exchange.getAndSet(i, null));
        }
        return allocator.usage();
    }

    private void run(long operations, SplittableRandom random) {
        for (long i = 0; i < operations; i++) {
            ByteBuf buffer = take(random);
            finish(exchange.getAndSet(random.nextInt(PLACES), buffer));
        }
    }

    /**
     * Returns a buffer that contains its length between two equal bytes, the first and the last one. Some buffers have
     * grown, and some are slices.
     */
    private ByteBuf take(SplittableRandom random) {
        int bytes = 6 + random.nextInt(1 << (3 + random.nextInt(12)));
        int mark = random.nextInt();
        ByteBuf buffer = allocator.directBuffer(random.nextInt(8) == 0 ? 6 : bytes, LARGEST * 4);
        buffer.writeByte(mark).writeInt(bytes);
        buffer.ensureWritable(bytes - 5).setByte(bytes - 1, mark).writerIndex(bytes);
        return random.nextInt(8) == 0 ? sliceOf(buffer) : buffer;
    }

    private static ByteBuf sliceOf(ByteBuf buffer) {
        ByteBuf slice = buffer.retainedSlice();
        buffer.release();
        return slice;
    }

    private static void finish(ByteBuf buffer) {
        if (buffer == null) {
            return;
        }
        int bytes = buffer.writerIndex();
        if (buffer.getInt(1) != bytes || buffer.getByte(0) != buffer.getByte(bytes - 1)) {
            throw new IllegalStateException("another thread has written into a buffer of " + bytes + " bytes");
        }
        if (!buffer.release()) {
            throw new IllegalStateException("a buffer of " + bytes + " bytes has another reference");
        }
    }
}
