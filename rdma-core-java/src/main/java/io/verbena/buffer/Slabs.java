package io.verbena.buffer;

import io.verbena.error.ClosingFailures;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.verbs.ClosedObjectException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The slabs, at most as many as the limit allows; guarded by the pool, but for the search by address. */
final class Slabs {
    /** The time after a refused registration in which no further slab is registered. */
    static final long RETRY_NANOS = 1_000_000_000L;

    private final RegisteredAllocatorBuilder options;
    private final Object owner;
    private final SlabMemory memory;
    private final List<Slab> all = new ArrayList<>();
    private final List<Chunk> undivided = new ArrayList<>();
    private final ConcurrentSkipListMap<Long, Slab> byAddress = new ConcurrentSkipListMap<>();
    private long registrations;
    private long deregistrations;
    private boolean closed;

    /** The failure of the last registration, after which {@link #retryAt} is the time of the next; null if it succeeded. */
    private @Nullable RdmaException refusal;

    private long retryAt;

    Slabs(RegisteredAllocatorBuilder options, Object owner) {
        this.options = options;
        this.owner = owner;
        memory = options.memory();
    }

    long bytes() {
        return (long) all.size() * options.slabBytes;
    }

    long limit() {
        return options.limitBytes;
    }

    AllocatorUsage usage(long usedBytes, long waits, long refusals, List<SizeUsage> sizes) {
        return new AllocatorUsage(
                all.size(), bytes(), limit(), usedBytes, registrations, deregistrations, waits, refusals, sizes);
    }

    Iterable<Chunk> chunks() {
        return () -> all.stream().flatMap(slab -> slab.chunks.stream()).iterator();
    }

    /** Returns the slabs without a buffer. */
    List<Slab> idle() {
        return all.stream().filter(Slab::isIdle).toList();
    }

    /** A chunk that is of no size yet; null if there is none. */
    @Nullable Chunk undivided() {
        return undivided.isEmpty() ? null : undivided.remove(undivided.size() - 1);
    }

    /**
     * Registers one more slab, and returns whether that was possible. It is not when the limit is reached, and not when the
     * process or the device has no more memory to give while buffers are in use, which may be released. Such a refusal stands for
     * a second, as each attempt costs a slab of zeroed memory.
     *
     * @throws RdmaException if the device refuses for another reason, or if there is no other slab
     */
    boolean grow() {
        if (closed) {
            throw new ClosedObjectException(owner);
        }
        boolean wasRefused = refusal != null && System.nanoTime() - retryAt < 0;
        if (wasRefused || bytes() + options.slabBytes > limit()) {
            return false;
        }
        Slab slab;
        try {
            slab = register();
        } catch (RdmaException e) {
            if (all.isEmpty() || !isExhaustion(e)) {
                throw e;
            }
            refusal = e;
            retryAt = System.nanoTime() + RETRY_NANOS;
            return false;
        }
        refusal = null;
        all.add(slab);
        undivided.addAll(slab.chunks);
        registrations++;
        if (slab.memoryAddress != 0) {
            byAddress.put(slab.memoryAddress, slab);
        }
        return true;
    }

    private static boolean isExhaustion(RdmaException failure) {
        if (failure instanceof SysException refused) {
            return refused.errno() == Errno.ENOMEM || refused.errno() == Errno.EAGAIN;
        }
        return failure instanceof BuffersExhaustedException;
    }

    private ByteBuffer allocate() {
        try {
            return memory.allocate(options.slabBytes);
        } catch (OutOfMemoryError e) {
            throw new BuffersExhaustedException(
                    owner + " has " + bytes() + " bytes and cannot have " + options.slabBytes
                            + " more: the JVM gives no more direct memory; raise -XX:MaxDirectMemorySize, or lower the limit",
                    e);
        }
    }

    private Slab register() {
        ByteBuffer bytes = allocate();
        try {
            return Slab.register(memory, bytes, options.domains, options.access, options.largest);
        } catch (RdmaException e) {
            memory.free(bytes);
            throw e.during("cannot register " + options.slabBytes + " bytes more for buffers, beside " + bytes());
        }
    }

    /** Returns whether there are enough idle slabs without this one. */
    boolean hasEnough(Slab slab) {
        return all.stream().filter(other -> other != slab && other.isIdle()).count() >= options.idleSlabs;
    }

    /** Gives an idle slab back, which makes room for another. */
    void drop(Slab slab) {
        refusal = null;
        all.remove(slab);
        undivided.removeAll(slab.chunks);
        byAddress.remove(slab.memoryAddress);
        deregistrations++;
        slab.close();
        memory.free(slab.memory);
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
        ClosingFailures failures = new ClosingFailures();
        failures.closeAll(last);
        try {
            failures.rethrow();
        } catch (RdmaException e) {
            throw e.during("cannot give back the memory of " + owner);
        }
    }

    /** Creates the exception for a length that has no slot, after a wait of {@code waitedNanos}. */
    BuffersExhaustedException exhausted(int size, long waitedNanos) {
        String waited = waitedNanos > 0 ? " and no caller released one within " + Duration.ofNanos(waitedNanos) : "";
        if (refusal instanceof HugePagesException none) {
            return new HugePagesException(none.getMessage() + waited, none);
        }
        String state = "no registered memory is left for a buffer of " + size + " bytes: " + owner + " may register "
                + limit() + " bytes, has " + bytes() + ", and all that fits is in use" + waited;
        return refusal == null
                ? new BuffersExhaustedException(
                        state + "; release buffers, raise the limit, or let callers wait (WhenFull.waitAtMost)", null)
                : new BuffersExhaustedException(state + "; more is not available: " + refusal.getMessage(), refusal);
    }
}
