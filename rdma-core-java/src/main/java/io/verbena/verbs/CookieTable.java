package io.verbena.verbs;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Maps the cookies of events to objects. A cookie consists of an index and a generation, so that a late event of a closed object
 * is never attributed to its successor. Lookups do not allocate.
 */
final class CookieTable {
    private static final int FIRST_SIZE = 16;

    private record Entry(long cookie, Object object) {}

    private volatile @Nullable Entry[] entries = new @Nullable Entry[FIRST_SIZE];
    private final Deque<Integer> free = new ArrayDeque<>();
    private int used;
    private long generation;

    /** Returns a cookie for an object that {@link #bind} will set. */
    synchronized long reserve() {
        Integer place = free.poll();
        generation++;
        return generation << Integer.SIZE | (place == null ? used++ : place);
    }

    /** Creates an object with a new cookie, which is released if the creation fails. */
    <T> T give(LongFunction<T> make) {
        long cookie = reserve();
        try {
            T object = make.apply(cookie);
            bind(cookie, object);
            return object;
        } catch (RuntimeException e) {
            release(cookie);
            throw e;
        }
    }

    synchronized void bind(long cookie, Object object) {
        int place = (int) cookie;
        int room = Math.max(entries.length, Integer.highestOneBit(place) << 1);
        @Nullable Entry[] next = Arrays.copyOf(entries, room);
        next[place] = new Entry(cookie, object);
        entries = next;
    }

    synchronized void release(long cookie) {
        int place = (int) cookie;
        @Nullable Entry[] next = entries.clone();
        if (place < next.length) {
            next[place] = null;
        }
        entries = next;
        free.add(place);
    }

    /** Returns the object of a cookie, or null if it was released. */
    @Nullable Object find(long cookie) {
        int place = (int) cookie;
        @Nullable Entry[] now = entries;
        Entry entry = place >= 0 && place < now.length ? now[place] : null;
        return entry != null && entry.cookie == cookie ? entry.object : null;
    }
}
