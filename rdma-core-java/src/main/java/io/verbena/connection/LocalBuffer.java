package io.verbena.connection;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.Transport;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Memory of this side that the device may use. It serves every connection of its {@link ConnectionGroup}. Safe for use by
 * several threads as far as its bytes are.
 *
 * <p>Closing it takes the memory away from the device: requests that still use it fail. The bytes themselves stay readable
 * for whoever holds {@link #bytes}, and are freed when nobody does.
 */
public final class LocalBuffer implements AutoCloseable {
    private static final AtomicLong COUNT = new AtomicLong();

    private final long id = COUNT.incrementAndGet();
    private final ByteBuffer memory;
    private final MemoryRegion region;
    private final Set<Access> access;

    /** Whoever closes it in the end. */
    private final Set<LocalBuffer> keeper;

    /** On iWARP the answer to a read is a write of the other side, so that it goes to memory which that may write to. */
    private @Nullable MemoryRegion sink;

    LocalBuffer(ProtectionDomain domain, ByteBuffer memory, Set<Access> access, Set<LocalBuffer> keeper) {
        this.keeper = keeper;
        this.memory = memory.slice();
        this.access = Set.copyOf(access);
        this.region = domain.register(memory, Access.flags(access));
        keeper.add(this);
    }

    /** Its number, by which advertisements call it. */
    public long id() {
        return id;
    }

    /** How many bytes it has. */
    public int length() {
        return memory.capacity();
    }

    /** What the other side may do with it. */
    public Set<Access> access() {
        return access;
    }

    /** All of its bytes, as a view with a position of its own, in network byte order. */
    public ByteBuffer bytes() {
        return memory.duplicate();
    }

    /** What is registered, for whoever goes on with verbs. */
    public MemoryRegion region() {
        return region;
    }

    /** What the other side is told of it. */
    public RemoteBuffer advertisement() {
        return new RemoteBuffer(id, region.address(), region.length(), region.remoteKey(), access);
    }

    void check(int offset, int bytes) {
        BufferBoundsException.check(this, offset, bytes, memory.capacity());
    }

    /** Refuses to be used with what is of another protection domain, which the device would not let. */
    void requireOf(ProtectionDomain domain) {
        if (region.domain() != domain) {
            throw new ConnectionException(
                    this + " is of another group than what it is to be used with; let one group, or one connection,"
                            + " allocate both, or connect with the group of the buffer",
                    null);
        }
    }

    /** What a read may be answered into. */
    synchronized MemoryRegion sink() {
        MemoryRegion found = sink;
        if (region.isClosed()) {
            throw new ClosedObjectException(this);
        }
        if (found == null) {
            boolean iwarp = region.domain().context().properties().transport() == Transport.IWARP;
            found = iwarp && !access.contains(Access.REMOTE_WRITE)
                    ? region.domain().register(memory.duplicate(), AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE)
                    : region;
            sink = found;
        }
        return found;
    }

    /** Whether it is closed. */
    public boolean isClosed() {
        return region.isClosed();
    }

    @Override
    public synchronized void close() {
        keeper.remove(this);
        region.close();
        if (sink != null) {
            sink.close();
        }
    }

    @Override
    public String toString() {
        return "LocalBuffer[" + id + ", " + memory.capacity() + " bytes]";
    }
}
