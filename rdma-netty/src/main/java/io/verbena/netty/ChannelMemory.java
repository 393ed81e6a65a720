package io.verbena.netty;

import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.verbs.ProtectionDomain;
import java.util.HashMap;
import java.util.Map;

/**
 * The default allocators of channels: one for each device, which all event loops of a factory share. They are closed with the last
 * event loop.
 */
final class ChannelMemory {
    private static final long LIMIT = 64L << 20;
    private static final int SLAB = 4 << 20;
    private static final int SMALLEST = 256;

    private final Map<ProtectionDomain, RegisteredByteBufAllocator> allocators = new HashMap<>();
    private int users;

    synchronized void retain() {
        users++;
    }

    /**
     * Returns the allocator of a device.
     *
     * @throws io.verbena.error.RdmaException if the process may not lock the memory of a first slab; the message says how to
     *     raise that limit
     */
    synchronized RegisteredByteBufAllocator of(ProtectionDomain domain) {
        allocators.keySet().removeIf(known -> known.context().isClosed());
        return allocators.computeIfAbsent(domain, ChannelMemory::build);
    }

    private static RegisteredByteBufAllocator build(ProtectionDomain domain) {
        long lockable = domain.context().lockableBytes();
        return RegisteredByteBufAllocator.builder(domain)
                .slabBytes(SLAB)
                .sizes(SMALLEST, SLAB)
                .limit(Math.max(SLAB, Math.min(LIMIT, lockable / 2)))
                .build();
    }

    synchronized void release() {
        if (--users == 0) {
            allocators.values().forEach(RegisteredByteBufAllocator::close);
            allocators.clear();
        }
    }
}
