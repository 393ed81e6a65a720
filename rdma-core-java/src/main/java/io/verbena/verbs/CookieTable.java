package io.verbena.verbs;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which object an event is about. A cookie is the place of the object and how often the place was given, so that a late
 * event of one object is never taken for that of the next. Looking up allocates nothing.
 */
final class CookieTable {
    private static final int FIRST_SIZE = 16;

    private record Entry(long cookie, VerbsObject object) {}

    private volatile @Nullable Entry[] entries = new @Nullable Entry[FIRST_SIZE];
    private final Deque<Integer> free = new ArrayDeque<>();
    private int used;
    private long generation;

    /** A cookie for an object that {@link #bind} will name. */
    synchronized long reserve() {
        Integer place = free.poll();
        generation++;
        return generation << Integer.SIZE | (place == null ? used++ : place);
    }

    /** A cookie for an object that is made with it; nothing is kept if that fails. */
    <T extends VerbsObject> T give(LongFunction<T> make) {
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

    synchronized void bind(long cookie, VerbsObject object) {
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

    /** The object, unless it is gone. */
    @Nullable VerbsObject find(long cookie) {
        int place = (int) cookie;
        @Nullable Entry[] now = entries;
        Entry entry = place >= 0 && place < now.length ? now[place] : null;
        return entry != null && entry.cookie == cookie ? entry.object : null;
    }
}
