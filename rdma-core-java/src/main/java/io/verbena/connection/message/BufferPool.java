package io.verbena.connection.message;

import io.verbena.connection.Access;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.RdmaConnection;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Registered memory for long messages, used again, as registering takes longer than moving it: so many buffers are kept at
 * most, the smallest that fits is given. Guarded by the lock of the channel.
 */
final class BufferPool {
    private static final int LEAST = 1 << 16;

    private final RdmaConnection connection;
    private final int kept;
    private final Deque<LocalBuffer> free = new ArrayDeque<>();

    BufferPool(RdmaConnection connection, int kept) {
        this.connection = connection;
        this.kept = kept;
    }

    LocalBuffer take(int length) {
        LocalBuffer best = null;
        for (LocalBuffer each : free) {
            if (each.length() >= length && (best == null || each.length() < best.length())) {
                best = each;
            }
        }
        if (best != null) {
            free.remove(best);
            return best;
        }
        int rounded = length > 1 << 30 ? length : Math.max(LEAST, Integer.highestOneBit(length * 2 - 1));
        return connection.allocate(rounded, Access.REMOTE_READ);
    }

    void give(LocalBuffer buffer) {
        free.addFirst(buffer);
        if (free.size() > kept) {
            free.removeLast().close();
        }
    }
}
