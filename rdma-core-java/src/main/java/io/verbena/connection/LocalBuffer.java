package io.verbena.connection;

import io.verbena.error.ClosingFailures;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.Transport;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Memory that the device may use. A buffer that a connection allocated serves that connection; a buffer that a {@link
 * ConnectionGroup} allocated serves all connections of the group. Safe for use by several threads as far as its bytes are.
 *
 * <p>In a group with {@link Isolation#CONNECTION}, the first use of a group's buffer on a connection, or its advertisement,
 * registers it for that connection. Each registration counts against the limit of locked memory.
 *
 * <p>Closing a buffer takes its memory away from the device: requests that still use it fail. The bytes stay readable through
 * {@link #bytes}, and are freed when nothing refers to them.
 */
public final class LocalBuffer implements AutoCloseable {
    private static final AtomicLong COUNT = new AtomicLong();

    private final long id = COUNT.incrementAndGet();
    /** The {@link ConnectionGroup}, which is only compared and named. */
    private final Object group;

    /** Whether a protection domain is that of a connection of the group. */
    private final Predicate<ProtectionDomain> serves;

    private final BufferMemory memory;
    private final Set<Access> access;

    /** The set that holds this buffer until it is closed. */
    private final Set<LocalBuffer> keeper;

    /** The only registration; null for a buffer that is registered for each connection. */
    private final @Nullable BufferRegistration only;

    private final Map<ProtectionDomain, BufferRegistration> registrations = new ConcurrentHashMap<>(0);
    private volatile boolean closed;

    /** Registers memory in a domain or, without one, in the domain of each connection that uses it. */
    LocalBuffer(
            Object group,
            Predicate<ProtectionDomain> serves,
            @Nullable ProtectionDomain domain,
            BufferMemory memory,
            Set<Access> access,
            Set<LocalBuffer> keeper) {
        this.group = group;
        this.serves = serves;
        this.keeper = keeper;
        this.memory = memory;
        this.access = Set.copyOf(access);
        this.only = domain == null ? null : new BufferRegistration(domain, memory, this.access);
        keeper.add(this);
    }

    /** Returns the number that names this buffer in advertisements. */
    public long id() {
        return id;
    }

    /** Returns the length in bytes. */
    public int length() {
        return memory.length();
    }

    /** Returns what a peer may do with this buffer once it was advertised. */
    public Set<Access> access() {
        return access;
    }

    /**
     * Returns all bytes as a view with a position of its own, in network byte order.
     *
     * @throws IllegalStateException if the memory is that of a DMA-BUF, which this process may not have mapped
     */
    public ByteBuffer bytes() {
        ByteBuffer bytes = memory.bytes();
        if (bytes == null) {
            throw new IllegalStateException(this + " is memory of the DMA-BUF " + memory.descriptor()
                    + ", which only the device reaches; use the mapping of its owner");
        }
        return bytes.duplicate();
    }

    /** Returns whether {@link #bytes} returns the bytes. */
    boolean isMapped() {
        return memory.bytes() != null;
    }

    /**
     * Returns the region of this buffer, for use with verbs.
     *
     * @throws IllegalStateException if this buffer is registered for each connection; see {@link #region(QueuePair)}
     */
    public MemoryRegion region() {
        return sole().region;
    }

    /**
     * Returns the region that serves the {@linkplain RdmaConnection#queuePair queue pair} of a connection, for use with verbs.
     *
     * @throws ConnectionException if this buffer is of another connection or group
     */
    public MemoryRegion region(QueuePair pair) {
        return region(pair.domain());
    }

    /**
     * Returns what the peer needs to use this buffer: its address, length and remote key.
     *
     * @throws IllegalStateException if this buffer is registered for each connection, and has a key for each
     */
    public RemoteBuffer advertisement() {
        return advertisement(sole().region);
    }

    RemoteBuffer advertisement(ProtectionDomain domain) {
        return advertisement(region(domain));
    }

    private RemoteBuffer advertisement(MemoryRegion region) {
        return new RemoteBuffer(id, region.address(), region.length(), region.remoteKey(), access);
    }

    private BufferRegistration sole() {
        if (only == null) {
            throw new IllegalStateException(this + " is registered for each connection of " + group
                    + "; name the connection, or open the group with Isolation.GROUP");
        }
        return only;
    }

    void check(int offset, int bytes) {
        BufferBoundsException.check(this, offset, bytes, memory.length());
    }

    /** Refuses to be used in one request with a buffer that no connection could use together with this one. */
    void requireOfOneConnectionWith(LocalBuffer other) {
        boolean together = (only != null && other.only != null)
                ? only.region.domain() == other.only.region.domain()
                : group == other.group;
        if (!together) {
            throw foreign();
        }
    }

    private ConnectionException foreign() {
        return new ConnectionException(
                this + " is of another group or connection than what it is to be used with; let one group, or one"
                        + " connection, allocate both, or connect with the group of the buffer");
    }

    /** Returns the region in a domain; registers it there first where that is due. */
    MemoryRegion region(ProtectionDomain domain) {
        return registration(domain).region;
    }

    /** Returns the region in a domain that the response to a read may be placed in. */
    MemoryRegion sink(ProtectionDomain domain) {
        BufferRegistration found = registration(domain);
        if (isClosed()) {
            throw new ClosedObjectException(this);
        }
        return found.sink();
    }

    private BufferRegistration registration(ProtectionDomain domain) {
        BufferRegistration found = only;
        if (found == null) {
            found = registrations.get(domain);
            return found == null ? register(domain) : found;
        }
        if (found.region.domain() != domain) {
            throw foreign();
        }
        return found;
    }

    private synchronized BufferRegistration register(ProtectionDomain domain) {
        if (closed) {
            throw new ClosedObjectException(this);
        }
        if (!serves.test(domain)) {
            throw foreign();
        }
        BufferRegistration found = registrations.get(domain);
        if (found == null) {
            found = new BufferRegistration(domain, memory, access);
            registrations.put(domain, found);
        }
        return found;
    }

    /** Drops the registration in a domain that is closed. */
    void forget(ProtectionDomain domain) {
        registrations.remove(domain);
    }

    /** Returns whether this buffer is closed. */
    public boolean isClosed() {
        return closed || (only != null && only.region.isClosed());
    }

    /**
     * Takes the memory away from the device, on all connections. Does nothing once that is done.
     *
     * @throws io.verbena.error.RdmaException if the device keeps a registration; another call tries that one again, and so does
     *     the close of the connection or group
     */
    @Override
    public synchronized void close() {
        closed = true;
        ClosingFailures failures = new ClosingFailures();
        failures.close(only);
        registrations.values().removeIf(failures::close);
        failures.rethrow();
        keeper.remove(this);
    }

    @Override
    public String toString() {
        return "LocalBuffer[" + id + ", " + memory.length() + " bytes]";
    }

    /** The registration of a buffer in one protection domain. Safe for use by several threads. */
    private static final class BufferRegistration implements AutoCloseable {
        private final BufferMemory memory;
        private final Set<Access> access;
        final MemoryRegion region;

        /** On iWARP the response to a read is a write by the peer, which needs a region that the peer may write to. */
        private @Nullable MemoryRegion sink;

        BufferRegistration(ProtectionDomain domain, BufferMemory memory, Set<Access> access) {
            this.memory = memory;
            this.access = access;
            this.region = memory.register(domain, Access.flags(access));
        }

        /** Returns the region that the response to a read may be placed in. */
        synchronized MemoryRegion sink() {
            MemoryRegion found = sink;
            if (found == null) {
                ProtectionDomain domain = region.domain();
                boolean iwarp = domain.context().properties().transport() == Transport.IWARP;
                found = iwarp && !access.contains(Access.REMOTE_WRITE)
                        ? memory.register(domain, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE)
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
}
