package io.verbena.linux;

import io.verbena.jni.Memory;
import io.verbena.jni.verbs.IbvAllocator;
import io.verbena.spi.verbs.DomainMemory;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Passes the memory of a {@link DomainMemory} to C by its address, and keeps it reachable until C frees it. An exception of
 * an allocation becomes the cause of the exception of the call that needed the memory.
 */
final class LinuxAllocator extends IbvAllocator {
    private static final System.Logger LOG = System.getLogger(LinuxAllocator.class.getPackageName());

    private final DomainMemory memory;
    private final Map<Long, ByteBuffer> lent = new ConcurrentHashMap<>();

    LinuxAllocator(DomainMemory memory) {
        this.memory = memory;
    }

    @Override
    public long allocate(long bytes, long alignment, long resourceType) {
        try {
            Optional<ByteBuffer> buffer = memory.allocate(bytes, alignment, resourceType);
            return buffer.isPresent() ? lend(buffer.get()) : DEFAULT;
        } catch (Throwable e) {
            VerbsOutcome.blame(e);
            return NONE;
        }
    }

    private long lend(ByteBuffer buffer) {
        long address = Memory.address(buffer) + buffer.position();
        if (lent.putIfAbsent(address, buffer) != null) {
            throw new IllegalStateException(buffer + " is in use already; give memory that nothing else has");
        }
        return address;
    }

    @Override
    public void free(long address, long resourceType) {
        ByteBuffer buffer = lent.remove(address);
        try {
            if (buffer != null) {
                memory.free(buffer);
            }
        } catch (Throwable e) {
            LOG.log(Level.WARNING, "an allocator of a domain failed to free " + buffer + ": " + e, e);
        }
    }
}
