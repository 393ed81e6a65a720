package io.verbena.buffer;

import org.jspecify.annotations.Nullable;

/** Slots that are free, kept for the threads that use it; guarded by itself. Whoever holds the depot's lock may take it. */
final class SlotCache {
    private static final int MAX_SLOTS = 64;
    private static final int MAX_BYTES = 1 << 19;

    private final @Nullable Slot[][] slots;
    private final int[] counts;

    SlotCache(SizeClasses sizes) {
        slots = new @Nullable Slot[sizes.count()][];
        counts = new int[sizes.count()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new @Nullable Slot[Math.max(2, Math.min(MAX_SLOTS, MAX_BYTES / sizes.size(i)))];
        }
    }

    /** The one that was released last; null if there is none. */
    synchronized @Nullable Slot take(int sizeClass) {
        if (counts[sizeClass] == 0) {
            return null;
        }
        int last = --counts[sizeClass];
        Slot slot = slots[sizeClass][last];
        slots[sizeClass][last] = null;
        return slot;
    }

    /** Keeps one, if there is room, and if the depot does not want all; whether it did. */
    synchronized boolean keep(Slot slot, Depot depot) {
        int sizeClass = slot.sizeClass();
        if (depot.wantsAll() || counts[sizeClass] == slots[sizeClass].length) {
            return false;
        }
        slots[sizeClass][counts[sizeClass]++] = slot;
        return true;
    }

    /** How many it fetches when it has none. */
    int refill(int sizeClass) {
        return slots[sizeClass].length / 2;
    }

    synchronized int count(int sizeClass) {
        return counts[sizeClass];
    }
}
