package io.verbena.buffer;

import org.jspecify.annotations.Nullable;

/** Free slots that are kept for some threads; guarded by itself. A thread that holds the lock of the pool may take this lock. */
final class SlotCache {
    private static final int MAX_SLOTS = 64;
    private static final int MAX_BYTES = 1 << 19;

    private final @Nullable BufferSlot[][] slots;
    private final int[] counts;

    SlotCache(SizeClasses sizes) {
        slots = new @Nullable BufferSlot[sizes.count()][];
        counts = new int[sizes.count()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new @Nullable BufferSlot[Math.max(2, Math.min(MAX_SLOTS, MAX_BYTES / sizes.size(i)))];
        }
    }

    /** The one that was released last; null if there is none. */
    synchronized @Nullable BufferSlot take(int sizeClass) {
        if (counts[sizeClass] == 0) {
            return null;
        }
        int last = --counts[sizeClass];
        BufferSlot slot = slots[sizeClass][last];
        slots[sizeClass][last] = null;
        return slot;
    }

    /** Keeps a slot if there is room and the pool does not want it back. Returns whether the slot is kept. */
    synchronized boolean keep(BufferSlot slot, SlotPool pool) {
        int sizeClass = slot.sizeClass();
        if (pool.wantsAll() || counts[sizeClass] == slots[sizeClass].length) {
            return false;
        }
        slots[sizeClass][counts[sizeClass]++] = slot;
        return true;
    }

    /** Returns the number of slots that an empty cache fetches. */
    int refill(int sizeClass) {
        return slots[sizeClass].length / 2;
    }

    synchronized int count(int sizeClass) {
        return counts[sizeClass];
    }
}
