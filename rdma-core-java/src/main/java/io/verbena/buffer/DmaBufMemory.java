package io.verbena.buffer;

import io.verbena.hca.AccessFlag;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Objects;

/** Memory of a DMA-BUF that the caller has mapped, for the slabs of one allocator; guarded by its pool. */
final class DmaBufMemory implements SlabMemory {
    private final int descriptor;
    private final long offset;
    private final ByteBuffer mapping;
    private final Deque<ByteBuffer> free = new ArrayDeque<>();

    /** The offset of each slab in the DMA-BUF. */
    private final IdentityHashMap<ByteBuffer, Long> offsets = new IdentityHashMap<>();

    private int used;

    DmaBufMemory(int descriptor, long offset, ByteBuffer mapping) {
        if (!mapping.isDirect() || mapping.isReadOnly()) {
            throw new IllegalArgumentException(
                    mapping + " is no mapping that buffers can be written to; map the DMA-BUF with READ_WRITE");
        }
        if (offset < 0) {
            throw new IllegalArgumentException("offset " + offset + " is before the DMA-BUF; offsets begin at 0");
        }
        this.descriptor = descriptor;
        this.offset = offset;
        this.mapping = mapping.slice();
    }

    int bytes() {
        return mapping.capacity();
    }

    /** Returns memory that was freed, or the next part of the mapping, which the limit of the allocator does not exceed. */
    @Override
    public ByteBuffer allocate(int bytes) {
        ByteBuffer freed = free.poll();
        if (freed != null) {
            return freed;
        }
        ByteBuffer next = mapping.slice(used, bytes);
        offsets.put(next, offset + used);
        used += bytes;
        return next;
    }

    @Override
    public MemoryRegion register(ProtectionDomain domain, ByteBuffer slab, AccessFlag... access) {
        long at = Objects.requireNonNull(offsets.get(slab));
        return domain.registerDmaBuf(descriptor, at, slab.capacity(), at, access);
    }

    @Override
    public void free(ByteBuffer slab) {
        free.push(slab);
    }
}
