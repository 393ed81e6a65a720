package io.verbena.buffer;

import io.verbena.error.RdmaException;
import io.verbena.verbs.ClosedObjectException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The slabs, at most as many as the limit allows; guarded by the depot, but for the search by address. */
final class Slabs {
    private final RegisteredAllocatorBuilder options;
    private final Object owner;
    private final SlabMemory memory;
    private final List<Slab> all = new ArrayList<>();
    private final List<Chunk> undivided = new ArrayList<>();
    private final ConcurrentSkipListMap<Long, Slab> byAddress = new ConcurrentSkipListMap<>();
    private long registrations;
    private long deregistrations;
    private boolean closed;

    Slabs(RegisteredAllocatorBuilder options, Object owner) {
        this.options = options;
        this.owner = owner;
        memory = options.memory();
    }

    int count() {
        return all.size();
    }

    long bytes() {
        return (long) all.size() * options.slabBytes();
    }

    long limit() {
        return options.limitBytes();
    }

    long registrations() {
        return registrations;
    }

    long deregistrations() {
        return deregistrations;
    }

    Iterable<Chunk> chunks() {
        return () -> all.stream().flatMap(slab -> slab.chunks().stream()).iterator();
    }

    /** Those in which there is no buffer. */
    List<Slab> idle() {
        return all.stream().filter(Slab::isIdle).toList();
    }

    /** A chunk that is of no size yet; null if there is none. */
    @Nullable Chunk undivided() {
        return undivided.isEmpty() ? null : undivided.remove(undivided.size() - 1);
    }

    /** Registers one more, if the limit allows it; whether it did. */
    boolean grow() {
        if (closed) {
            throw new ClosedObjectException(owner);
        }
        if (bytes() + options.slabBytes() > limit()) {
            return false;
        }
        Slab slab = register();
        all.add(slab);
        undivided.addAll(slab.chunks());
        registrations++;
        if (slab.memoryAddress() != 0) {
            byAddress.put(slab.memoryAddress(), slab);
        }
        return true;
    }

    private ByteBuffer allocate() {
        try {
            return memory.allocate(options.slabBytes());
        } catch (OutOfMemoryError e) {
            throw new BuffersExhaustedException(
                    owner + " has " + bytes() + " bytes and cannot have " + options.slabBytes()
                            + " more: the JVM gives no more direct memory; raise -XX:MaxDirectMemorySize, or lower the limit",
                    e);
        }
    }

    private Slab register() {
        ByteBuffer bytes = allocate();
        try {
            return Slab.register(bytes, options.domains(), options.access(), options.largest());
        } catch (RdmaException e) {
            throw e.during("cannot register " + options.slabBytes() + " bytes more for buffers, beside " + bytes());
        }
    }

    /** Whether there are enough idle slabs without this one. */
    boolean hasEnough(Slab slab) {
        return all.stream().filter(other -> other != slab && other.isIdle()).count() >= options.idleSlabs();
    }

    /** Gives an idle one back. */
    void drop(Slab slab) {
        all.remove(slab);
        undivided.removeAll(slab.chunks());
        byAddress.remove(slab.memoryAddress());
        deregistrations++;
        slab.close();
    }

    /** The one with these bytes of the process; null if there is none. Safe without the lock. */
    @Nullable Slab find(long address, int length) {
        Map.Entry<Long, Slab> below = byAddress.floorEntry(address);
        return below != null && below.getValue().holds(address, length) ? below.getValue() : null;
    }

    void close() {
        closed = true;
        undivided.clear();
        byAddress.clear();
        deregistrations += all.size();
        List<Slab> last = List.copyOf(all);
        all.clear();
        RdmaException failure = null;
        for (Slab slab : last) {
            try {
                slab.close();
            } catch (RdmaException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure.during("cannot give back the memory of " + owner);
        }
    }

    BuffersExhaustedException exhausted(int size, long patienceNanos) {
        String waited = patienceNanos > 0 ? " and nobody released one within " + Duration.ofNanos(patienceNanos) : "";
        return new BuffersExhaustedException(
                "no registered memory is left for a buffer of " + size + " bytes: " + owner + " may register " + limit()
                        + " bytes, has " + bytes() + ", and all that fits is in use" + waited
                        + "; release buffers, raise the limit, or let callers wait (WhenFull.waitAtMost)",
                null);
    }
}
