package io.verbena.buffer;

import io.verbena.verbs.InterruptedWaitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The slabs, and the chunks with free slots, by size. Threads use the pool when their {@link Cache} is empty or full. */
final class SlotPool {
    private final RegisteredByteBufAllocator allocator;
    private final SizeClasses sizes;
    private final Slabs slabs;
    private final Cache[] caches;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition released = lock.newCondition();

    /** The chunks of each size that have a free slot, the one to be used next at the end. */
    private final List<List<Chunk>> open = new ArrayList<>();

    private final AtomicInteger waiters = new AtomicInteger();
    private volatile boolean closed;
    private long waits;
    private long refusals;

    /** Free slots that are kept for some threads; guarded by itself. A thread that holds the lock of the pool may take this lock. */
    private static final class Cache {
        private static final int MAX_SLOTS = 64;
        private static final int MAX_BYTES = 1 << 19;

        private final Chunk.@Nullable Slot[][] slots;
        private final int[] counts;

        Cache(SizeClasses sizes) {
            slots = new Chunk.@Nullable Slot[sizes.count][];
            counts = new int[sizes.count];
            for (int i = 0; i < slots.length; i++) {
                slots[i] = new Chunk.@Nullable Slot[Math.max(2, Math.min(MAX_SLOTS, MAX_BYTES / sizes.size(i)))];
            }
        }

        /** The one that was released last; null if there is none. */
        synchronized Chunk.@Nullable Slot take(int sizeClass) {
            if (counts[sizeClass] == 0) {
                return null;
            }
            int last = --counts[sizeClass];
            Chunk.Slot slot = slots[sizeClass][last];
            slots[sizeClass][last] = null;
            return slot;
        }

        /** Keeps a slot if there is room and the pool does not want it back. Returns whether the slot is kept. */
        synchronized boolean keep(Chunk.Slot slot, SlotPool pool) {
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

    SlotPool(RegisteredByteBufAllocator allocator, SizeClasses sizes, Slabs slabs) {
        this.allocator = allocator;
        this.sizes = sizes;
        this.slabs = slabs;
        caches = new Cache[2 * Integer.highestOneBit(Runtime.getRuntime().availableProcessors())];
        Arrays.setAll(caches, i -> new Cache(sizes));
        for (int i = 0; i < sizes.count; i++) {
            open.add(new ArrayList<>());
        }
    }

    /** Returns the cache of the current thread. Threads with consecutive IDs use different caches, whose number is fixed. */
    private Cache cache() {
        return caches[(int) Thread.currentThread().getId() & (caches.length - 1)];
    }

    /** Takes a slot. Waits at most for the timeout. */
    Chunk.Slot take(int sizeClass, long timeoutNanos) {
        Cache cache = cache();
        Chunk.Slot slot = cache.take(sizeClass);
        return slot == null ? take(sizeClass, cache, timeoutNanos) : slot;
    }

    /** Takes back a slot whose buffer is not in use. */
    void put(Chunk.Slot slot) {
        Cache cache = cache();
        if (!cache.keep(slot, this)) {
            put(slot, cache);
        }
    }

    /** Returns whether caches must keep no slot, because a thread waits for one or the pool is closed. */
    private boolean wantsAll() {
        return waiters.get() > 0 || closed;
    }

    /** Takes a slot, and fills the cache with some more. Waits at most for the timeout. */
    private Chunk.Slot take(int sizeClass, Cache cache, long timeoutNanos) {
        lock.lock();
        try {
            Chunk.Slot slot = tryTake(sizeClass);
            if (slot == null) {
                return await(sizeClass, timeoutNanos);
            }
            fill(sizeClass, cache);
            return slot;
        } finally {
            lock.unlock();
        }
    }

    /** Takes a slot back from a full cache, and half of the cache with it, so that the next ones find room. */
    private void put(Chunk.Slot slot, Cache cache) {
        lock.lock();
        try {
            int sizeClass = slot.sizeClass();
            putBack(slot);
            for (int i = cache.refill(sizeClass); i > 0 && drainOne(sizeClass, cache); i--) {}
            released.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Gives back what no buffer is in, all of it. */
    void trim() {
        lock.lock();
        try {
            drain();
            slabs.idle().forEach(this::drop);
        } finally {
            lock.unlock();
        }
    }

    /** Gives back all slabs. Waiting threads fail. */
    void close() {
        lock.lock();
        try {
            closed = true;
            drain();
            open.forEach(List::clear);
            slabs.close();
        } finally {
            released.signalAll();
            lock.unlock();
        }
    }

    AllocatorUsage usage() {
        lock.lock();
        try {
            List<SizeUsage> list = new ArrayList<>();
            long usedBytes = 0;
            for (int i = 0; i < sizes.count; i++) {
                SizeUsage usage = usage(i);
                usedBytes += (long) usage.used() * usage.size();
                if (usage.used() + usage.free() > 0) {
                    list.add(usage);
                }
            }
            return slabs.usage(usedBytes, waits, refusals, list);
        } finally {
            lock.unlock();
        }
    }

    private SizeUsage usage(int sizeClass) {
        int used = 0;
        int free = 0;
        for (Chunk chunk : slabs.chunks()) {
            if (chunk.sizeClass() == sizeClass) {
                used += chunk.used();
                free += chunk.free();
            }
        }
        int kept = 0;
        for (Cache cache : caches) {
            kept += cache.count(sizeClass);
        }
        return new SizeUsage(sizes.size(sizeClass), used - kept, free + kept);
    }

    private void fill(int sizeClass, Cache cache) {
        List<Chunk> chunks = open.get(sizeClass);
        for (int i = cache.refill(sizeClass); i > 1 && !chunks.isEmpty(); i--) {
            Chunk.Slot slot = takeOpen(chunks);
            if (!cache.keep(slot, this)) {
                putBack(slot);
                return;
            }
        }
    }

    /** A slot without waiting; null if all memory is in use. */
    private Chunk.@Nullable Slot tryTake(int sizeClass) {
        List<Chunk> chunks = open.get(sizeClass);
        if (chunks.isEmpty()) {
            Chunk chunk = slabs.undivided();
            if (chunk == null) {
                chunk = idleOfAnotherSize(sizeClass);
            }
            if (chunk == null && slabs.grow()) {
                chunk = slabs.undivided();
            }
            if (chunk == null) {
                return null;
            }
            chunk.divide(sizeClass, sizes.size(sizeClass));
            chunks.add(chunk);
        }
        return takeOpen(chunks);
    }

    private Chunk.Slot takeOpen(List<Chunk> chunks) {
        Chunk chunk = chunks.get(chunks.size() - 1);
        Chunk.Slot slot = chunk.take(allocator);
        if (chunk.free() == 0) {
            chunks.remove(chunks.size() - 1);
        }
        return slot;
    }

    private @Nullable Chunk idleOfAnotherSize(int sizeClass) {
        for (int i = 0; i < open.size(); i++) {
            List<Chunk> chunks = open.get(i);
            for (int j = 0; i != sizeClass && j < chunks.size(); j++) {
                if (chunks.get(j).used() == 0) {
                    return chunks.remove(j);
                }
            }
        }
        return null;
    }

    private Chunk.Slot await(int sizeClass, long timeoutNanos) {
        long deadline = System.nanoTime() + timeoutNanos;
        waiters.incrementAndGet();
        try {
            drain();
            Chunk.Slot slot = tryTake(sizeClass);
            if (slot == null && timeoutNanos > 0) {
                waits++;
            }
            while (slot == null) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    refusals++;
                    throw slabs.exhausted(sizes.size(sizeClass), timeoutNanos);
                }
                // A slab that was refused may be granted later.
                released.awaitNanos(Math.min(left, Slabs.RETRY_NANOS));
                slot = tryTake(sizeClass);
            }
            return slot;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedWaitException(allocator);
        } finally {
            waiters.decrementAndGet();
        }
    }

    private void putBack(Chunk.Slot slot) {
        Chunk chunk = slot.chunk;
        boolean wasFull = chunk.free() == 0;
        boolean idle = chunk.put(slot);
        if (closed) {
            return;
        }
        if (wasFull) {
            open.get(chunk.sizeClass()).add(0, chunk);
        }
        if (idle && chunk.slab.isIdle() && slabs.hasEnough(chunk.slab)) {
            drop(chunk.slab);
        }
    }

    /** Gives an idle slab back to the device. */
    private void drop(Slab slab) {
        for (Chunk chunk : slab.chunks) {
            if (chunk.sizeClass() >= 0) {
                open.get(chunk.sizeClass()).remove(chunk);
            }
        }
        slabs.drop(slab);
    }

    private void drain() {
        for (Cache cache : caches) {
            for (int i = 0; i < sizes.count; i++) {
                while (drainOne(i, cache)) {}
            }
        }
    }

    private boolean drainOne(int sizeClass, Cache cache) {
        Chunk.Slot slot = cache.take(sizeClass);
        if (slot == null) {
            return false;
        }
        putBack(slot);
        return true;
    }
}
