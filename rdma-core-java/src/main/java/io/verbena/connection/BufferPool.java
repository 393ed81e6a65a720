package io.verbena.connection;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Registered memory for long messages, which is reused because registering takes longer than moving a message. There are
 * never more buffers, in use and free, than the maximum, as long as no more are in use. Guarded by the lock of the channel.
 */
final class BufferPool {
    private static final int MIN_BYTES = 1 << 16;

    private final RdmaConnection connection;
    private final int maximum;
    private final Access[] access;
    private final Deque<LocalBuffer> free = new ArrayDeque<>();
    private int used;

    BufferPool(RdmaConnection connection, int maximum, Access... access) {
        this.connection = connection;
        this.maximum = maximum;
        this.access = access.clone();
    }

    /** Takes the smallest free buffer of at least this length. Without one, a new buffer replaces a free one at the maximum. */
    LocalBuffer take(int length) {
        LocalBuffer best = null;
        for (LocalBuffer each : free) {
            if (each.length() >= length && (best == null || each.length() < best.length())) {
                best = each;
            }
        }
        if (best == null) {
            if (used + free.size() >= maximum && !free.isEmpty()) {
                free.removeLast().close();
            }
            best = connection.allocate(rounded(length), access);
        } else {
            free.remove(best);
        }
        used++;
        return best;
    }

    /** The next power of two, so that buffers fit messages of similar lengths. */
    static int rounded(int length) {
        return length > 1 << 30 ? length : Math.max(MIN_BYTES, Integer.highestOneBit(length * 2 - 1));
    }

    void give(LocalBuffer buffer) {
        used--;
        free.addFirst(buffer);
    }
}
