package io.verbena.buffer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.verbena.error.ClosingFailures;
import io.verbena.hca.AccessFlag;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A big piece of memory, registered once in each protection domain, and divided into chunks of one size. */
final class Slab implements AutoCloseable {
    final ByteBuffer memory;
    private final MemoryRegion[] regions;
    final List<Chunk> chunks = new ArrayList<>();

    /** The address of the memory; 0 if Netty does not know it. */
    final long memoryAddress;

    /** The number of chunks with a buffer in use; guarded by the pool. */
    private int busyChunks;

    private Slab(ByteBuffer memory, MemoryRegion[] regions, int chunkBytes) {
        this.memory = memory;
        this.regions = regions;
        ByteBuf view = Unpooled.wrappedBuffer(memory);
        memoryAddress = view.hasMemoryAddress() ? view.memoryAddress() : 0;
        for (int at = 0; at < memory.capacity(); at += chunkBytes) {
            chunks.add(new Chunk(this, at, chunkBytes));
        }
    }

    /** Registers memory in all domains, or in none. */
    static Slab register(
            SlabMemory source, ByteBuffer memory, List<ProtectionDomain> domains, AccessFlag[] access, int chunkBytes) {
        MemoryRegion[] regions = new MemoryRegion[domains.size()];
        int done = 0;
        try {
            for (; done < regions.length; done++) {
                regions[done] = source.register(domains.get(done), memory, access);
            }
        } finally {
            for (int i = 0; done < regions.length && i < done; i++) {
                regions[i].close();
            }
        }
        return new Slab(memory, regions, chunkBytes);
    }

    int bytes() {
        return memory.capacity();
    }

    MemoryRegion region(int domain) {
        return regions[domain];
    }

    /** Returns whether the bytes at an address of this process are in this slab. */
    boolean holds(long address, int length) {
        return address >= memoryAddress && address + length <= memoryAddress + bytes();
    }

    /** Returns the slot of a byte, in which there is a buffer in use. */
    Chunk.Slot slotAt(int offset) {
        return chunks.get(offset / (bytes() / chunks.size())).at(offset);
    }

    /** Adds a change to the number of chunks with a buffer in use, and returns the new number. */
    int busy(int change) {
        busyChunks += change;
        return busyChunks;
    }

    boolean isIdle() {
        return busyChunks == 0;
    }

    /** Closes the region of each domain, and then reports the first failure. */
    @Override
    public void close() {
        ClosingFailures failures = new ClosingFailures();
        failures.closeAll(List.of(regions));
        failures.rethrow();
    }
}
