package io.verbena.embedded.hca;

import io.verbena.embedded.hca.memory.Domain;
import io.verbena.embedded.hca.memory.NumberTable;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The protection domains and the memory of an open device, which it shares with the programs that import it. */
final class OpenFile {
    /** Above the descriptors of a process, so that neither is taken for the other. */
    private static final AtomicInteger NEXT = new AtomicInteger(1 << 24);

    private static final int MAX_OBJECTS = 1 << 16;

    final int descriptor = NEXT.getAndIncrement();
    final NumberTable<Domain> domains = new NumberTable<>(1, MAX_OBJECTS);
    final NumberTable<Chunk> deviceMemory = new NumberTable<>(1, MAX_OBJECTS);
    private final AtomicLong used = new AtomicLong();

    /** A piece of device memory. */
    record Chunk(int number, ByteBuffer bytes) {}

    /** Reserves device memory; returns false if there is not enough. */
    boolean reserve(long bytes, long most) {
        return used.getAndUpdate(now -> bytes > most - now ? now : now + bytes) <= most - bytes;
    }

    void release(long bytes) {
        used.addAndGet(-bytes);
    }
}
