package io.verbena.buffer;

import java.lang.ref.WeakReference;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A part of a slab that is divided into slots of one size. It is divided again when no slot is in use and another size needs
 * it. Guarded by the pool.
 */
final class Chunk {
    final Slab slab;
    private final int offset;
    private final int bytes;

    private int sizeClass = -1;
    private int slotBytes;

    /** The slots that were created, by their index. */
    private @Nullable Slot[] slots = new @Nullable Slot[0];

    /** The slots that are free and were in use before, the last one first. */
    private @Nullable Slot[] released = new @Nullable Slot[0];

    private int releasedCount;
    private int made;

    /** A place for one buffer, and the buffer that is there, in use or not. */
    static final class Slot {
        final Chunk chunk;

        /** The offset of the slot in its slab. */
        final int offset;

        /** The buffer; null while it is in use and {@linkplain #watch watched}. */
        private @Nullable RegisteredByteBuf buffer;

        private @Nullable WeakReference<RegisteredByteBuf> watched;

        private Slot(Chunk chunk, int offset, RegisteredByteBufAllocator allocator) {
            this.chunk = chunk;
            this.offset = offset;
            buffer = new RegisteredByteBuf(allocator, this);
        }

        /** Returns the buffer, which is free, or which the caller holds. */
        RegisteredByteBuf buffer() {
            RegisteredByteBuf held = buffer;
            return held != null
                    ? held
                    : Objects.requireNonNull(Objects.requireNonNull(watched).get());
        }

        /** Stops holding the buffer, which is in use: if it is never released, it becomes garbage, and Netty reports the leak. */
        void watch() {
            watched = new WeakReference<>(buffer());
            buffer = null;
        }

        /** Holds a buffer again that was watched and is released. */
        void hold(RegisteredByteBuf released) {
            buffer = released;
        }

        Slab slab() {
            return chunk.slab;
        }

        int sizeClass() {
            return chunk.sizeClass;
        }

        int bytes() {
            return chunk.slotBytes;
        }

        /** Swaps the buffers of two slots. The buffer of this slot is in use, and that of the other slot is not. */
        void exchange(Slot other) {
            RegisteredByteBuf moved = buffer();
            boolean isWatched = buffer == null;
            RegisteredByteBuf free = other.buffer();
            buffer = free;
            free.place(this);
            other.buffer = moved;
            moved.place(other);
            if (isWatched) {
                other.watch();
            }
        }
    }

    Chunk(Slab slab, int offset, int bytes) {
        this.slab = slab;
        this.offset = offset;
        this.bytes = bytes;
    }

    int sizeClass() {
        return sizeClass;
    }

    /** Divides this chunk into slots of another size. No slot is in use. */
    void divide(int newClass, int newSlotBytes) {
        sizeClass = newClass;
        slotBytes = newSlotBytes;
        slots = new @Nullable Slot[bytes / newSlotBytes];
        released = new @Nullable Slot[bytes / newSlotBytes];
        releasedCount = 0;
        made = 0;
    }

    /** Takes a free slot, of which there is at least one. */
    Slot take(RegisteredByteBufAllocator allocator) {
        if (used() == 0) {
            slab.busy(1);
        }
        if (releasedCount == 0) {
            Slot slot = new Slot(this, offset + made * slotBytes, allocator);
            slots[made++] = slot;
            return slot;
        }
        Slot slot = released[--releasedCount];
        released[releasedCount] = null;
        if (slot == null) {
            throw new IllegalStateException("the chunk at " + offset + " has lost a slot");
        }
        return slot;
    }

    /**
     * Returns the slot of a byte of the slab. Needs no lock while a buffer in that slot is in use: the chunk is not divided then.
     */
    Slot at(int slabOffset) {
        Slot slot = slots[(slabOffset - offset) / slotBytes];
        if (slot == null) {
            throw new IllegalStateException("no buffer is at " + slabOffset);
        }
        return slot;
    }

    /** Takes a slot back. Returns whether all slots are free then. */
    boolean put(Slot slot) {
        released[releasedCount++] = slot;
        if (used() == 0) {
            slab.busy(-1);
            return true;
        }
        return false;
    }

    /** Returns the number of slots that are in use or kept in a cache. */
    int used() {
        return made - releasedCount;
    }

    int free() {
        return released.length - used();
    }
}
