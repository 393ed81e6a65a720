package io.verbena.verbs;

import io.verbena.spi.verbs.DomainMemory;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Calls an allocator, and refuses buffers that a device must not write to. */
record AllocatorCalls(DomainAllocator allocator) implements DomainMemory {

    @Override
    public Optional<ByteBuffer> allocate(long bytes, long alignment, long resourceType) {
        DomainMemoryRequest request =
                new DomainMemoryRequest(Math.toIntExact(bytes), Math.toIntExact(alignment), resourceType);
        Optional<ByteBuffer> memory = allocator.allocate(request);
        memory.ifPresent(buffer -> require(buffer, request));
        return memory;
    }

    private static void require(ByteBuffer buffer, DomainMemoryRequest request) {
        if (!buffer.isDirect() || buffer.isReadOnly()) {
            throw new IllegalArgumentException(
                    buffer + " is not direct or cannot be written; a domain takes direct buffers");
        }
        if (buffer.remaining() < request.bytes()) {
            throw new IllegalArgumentException(
                    buffer + " has too few bytes between its position and its limit for " + request);
        }
        if (request.alignment() > 1 && buffer.alignmentOffset(buffer.position(), request.alignment()) != 0) {
            throw new IllegalArgumentException(buffer + " is not aligned at its position for " + request
                    + "; allocate more, and take an alignedSlice");
        }
    }

    @Override
    public void free(ByteBuffer memory) {
        allocator.free(memory);
    }
}
