package io.verbena.connection;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.Transport;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import java.nio.ByteBuffer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The registration of a buffer in one protection domain. Safe for use by several threads. */
final class BufferRegistration implements AutoCloseable {
    private final ByteBuffer memory;
    private final Set<Access> access;
    private final MemoryRegion region;

    /** On iWARP the response to a read is a write by the peer, which needs a region that the peer may write to. */
    private @Nullable MemoryRegion sink;

    BufferRegistration(ProtectionDomain domain, ByteBuffer memory, Set<Access> access) {
        this.memory = memory;
        this.access = access;
        this.region = domain.register(memory.duplicate(), Access.flags(access));
    }

    MemoryRegion region() {
        return region;
    }

    /** Returns the region that the response to a read may be placed in. */
    synchronized MemoryRegion sink() {
        MemoryRegion found = sink;
        if (found == null) {
            ProtectionDomain domain = region.domain();
            boolean iwarp = domain.context().properties().transport() == Transport.IWARP;
            found = iwarp && !access.contains(Access.REMOTE_WRITE)
                    ? domain.register(memory.duplicate(), AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE)
                    : region;
            sink = found;
        }
        return found;
    }

    @Override
    public synchronized void close() {
        try {
            region.close();
        } finally {
            if (sink != null) {
                sink.close();
            }
        }
    }
}
