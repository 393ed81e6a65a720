package io.verbena.buffer;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocatorMetric;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/**
 * A Netty allocator whose direct buffers lie in registered memory, so that requests can name them: {@link #keys} returns
 * their keys and addresses, and those of their slices, duplicates and composites.
 *
 * <p>Memory is registered in big slabs, one region each in every protection domain, and divided into sizes that are powers of
 * two. In a steady state nothing is registered and nothing is allocated in the heap: buffers that were released are kept for
 * the threads that use the same cache. Slabs are added up to a limit; {@link WhenFull} configures what happens then. Slabs
 * without a buffer are given back but for a few. A buffer is at most as large as the largest size: one that is to grow beyond
 * refuses. Heap buffers are those of Netty, and have no keys.
 *
 * <p>A buffer that was posted must not be released before its request is completed, and does not move before it is released
 * ({@link BufferKeys}). Netty's leak detector reports buffers that were not released ({@code -Dio.netty.leakDetection.level}).
 * Safe for use by several threads. Closing it gives all memory back to the device, whatever is in use; it is closed before its
 * protection domains are.
 */
public final class RegisteredByteBufAllocator extends AbstractByteBufAllocator
        implements ByteBufAllocatorMetricProvider, AutoCloseable {
    private final ProtectionDomain[] domains;
    private final SizeClasses sizes;
    private final long timeoutNanos;
    private final Slabs slabs;
    private final SlotPool pool;
    private final BufferKeys[] keys;

    RegisteredByteBufAllocator(RegisteredAllocatorBuilder options) {
        super(true);
        domains = options.domains.toArray(ProtectionDomain[]::new);
        sizes = new SizeClasses(options.smallest, options.largest);
        timeoutNanos = options.whenFull.timeout().toNanos();
        slabs = new Slabs(options, this);
        pool = new SlotPool(this, sizes, slabs);
        keys = new BufferKeys[domains.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = new BufferKeys(this, i);
        }
        slabs.grow();
    }

    /** Returns a builder of an allocator. Buffers are registered in each domain, and have keys of their own for each. */
    public static RegisteredAllocatorBuilder builder(ProtectionDomain... domains) {
        return new RegisteredAllocatorBuilder(domains);
    }

    /** Returns the keys of buffers for the first protection domain. */
    public BufferKeys keys() {
        return keys[0];
    }

    /**
     * Returns the keys of buffers for a protection domain.
     *
     * @throws IllegalArgumentException if this allocator has no memory in the domain
     */
    public BufferKeys keys(ProtectionDomain domain) {
        for (int i = 0; i < domains.length; i++) {
            if (domains[i] == domain) {
                return keys[i];
            }
        }
        throw new IllegalArgumentException(
                this + " has no memory in " + domain + "; name that domain when the allocator is built");
    }

    /** Returns the maximum length of a buffer in bytes. */
    public int largest() {
        return sizes.largest();
    }

    /** Returns the current usage. */
    public AllocatorUsage usage() {
        return pool.usage();
    }

    /** Deregisters every slab without a buffer, including those that would be kept idle. */
    public void trim() {
        pool.trim();
    }

    // Netty prefers heap buffers where it has no Unsafe; memory without a key is of no use here.

    @Override
    public ByteBuf buffer() {
        return directBuffer();
    }

    @Override
    public ByteBuf buffer(int initialCapacity) {
        return directBuffer(initialCapacity);
    }

    @Override
    public ByteBuf buffer(int initialCapacity, int maxCapacity) {
        return directBuffer(initialCapacity, maxCapacity);
    }

    @Override
    public CompositeByteBuf compositeBuffer() {
        return compositeDirectBuffer();
    }

    @Override
    public CompositeByteBuf compositeBuffer(int maxNumComponents) {
        return compositeDirectBuffer(maxNumComponents);
    }

    /** Limits the growth of Netty, which beyond 4 MiB goes in steps of 4 MiB, to the largest buffer where that is sufficient. */
    @Override
    public int calculateNewCapacity(int minNewCapacity, int maxCapacity) {
        int capacity = super.calculateNewCapacity(minNewCapacity, maxCapacity);
        return Math.max(minNewCapacity, Math.min(capacity, largest()));
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
        return UnpooledByteBufAllocator.DEFAULT.heapBuffer(initialCapacity, maxCapacity);
    }

    /**
     * @throws BuffersExhaustedException if all registered memory is in use and no more can be registered, after the timeout of
     *     {@link WhenFull}
     * @throws IllegalArgumentException if the capacity exceeds the largest buffer
     * @throws ClosedObjectException if the allocator is closed
     */
    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
        RegisteredByteBuf buffer = take(initialCapacity).buffer();
        buffer.begin(initialCapacity, maxCapacity);
        ByteBuf given = toLeakAwareBuffer(buffer);
        if (!(given instanceof RegisteredByteBuf)) {
            buffer.watch(given);
        }
        return given;
    }

    Chunk.Slot take(int bytes) {
        if (bytes > sizes.largest()) {
            throw new IllegalArgumentException(
                    "a registered buffer of " + bytes + " bytes is not available: the largest of " + this + " has "
                            + sizes.largest() + "; build the allocator with larger sizes, or use a composite");
        }
        int sizeClass = sizes.of(bytes);
        return pool.take(sizeClass, timeoutNanos);
    }

    /** Takes back a slot whose buffer is not in use. */
    void release(Chunk.Slot slot) {
        pool.put(slot);
    }

    /** Returns the slab that contains these bytes of the process; null if there is none. */
    @Nullable Slab find(long address, int length) {
        return slabs.find(address, length);
    }

    @Override
    public boolean isDirectBufferPooled() {
        return true;
    }

    @Override
    public ByteBufAllocatorMetric metric() {
        return new ByteBufAllocatorMetric() {
            @Override
            public long usedHeapMemory() {
                return 0;
            }

            @Override
            public long usedDirectMemory() {
                return usage().registeredBytes();
            }
        };
    }

    @Override
    public void close() {
        pool.close();
    }

    @Override
    public String toString() {
        return "RegisteredByteBufAllocator[" + domains[0].context() + "]";
    }
}
