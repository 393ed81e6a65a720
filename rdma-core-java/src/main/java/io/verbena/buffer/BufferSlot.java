package io.verbena.buffer;

/** A place for one buffer in a chunk, and the buffer that is there, in use or not. */
final class BufferSlot {
    private final Chunk chunk;
    private final int offset;
    private RegisteredByteBuf buffer;

    BufferSlot(Chunk chunk, int offset, RegisteredByteBufAllocator allocator) {
        this.chunk = chunk;
        this.offset = offset;
        buffer = new RegisteredByteBuf(allocator, this);
    }

    Chunk chunk() {
        return chunk;
    }

    Slab slab() {
        return chunk.slab();
    }

    /** Returns the offset of the slot in its slab. */
    int offset() {
        return offset;
    }

    int sizeClass() {
        return chunk.sizeClass();
    }

    int bytes() {
        return chunk.slotBytes();
    }

    RegisteredByteBuf buffer() {
        return buffer;
    }

    /** Swaps the buffers of two slots. The buffer of this slot is in use, and that of the other slot is not. */
    void exchange(BufferSlot other) {
        RegisteredByteBuf moved = buffer;
        buffer = other.buffer;
        other.buffer = moved;
        buffer.place(this);
        moved.place(other);
    }
}
