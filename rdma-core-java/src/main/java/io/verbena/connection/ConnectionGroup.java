package io.verbena.connection;

import io.verbena.connection.CompletionThread.Watch;
import io.verbena.error.ClosingFailures;
import io.verbena.error.RdmaException;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.CallbackThread;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Connections of one device that share buffers and one thread, which completes their futures and watches their liveness. A
 * {@link LocalBuffer} of the group serves each of its connections. Safe for use by several threads.
 *
 * <p>Unless it is opened with {@link Isolation#GROUP} or for a protection domain of the caller, each connection of the group
 * has a protection domain of its own, so that its peer reaches nothing that was advertised on another connection.
 */
public final class ConnectionGroup implements AutoCloseable {
    private final Context context;

    /** The protection domain of all connections; null if each has its own. */
    private final @Nullable ProtectionDomain shared;

    private final boolean owned;
    private final CompletionChannel channel;
    final CompletionThread thread;
    private final DeviceProperties properties;

    /** The connections, each with its watch. */
    private final Map<AutoCloseable, Watch> connections = new ConcurrentHashMap<>();

    private final Set<ProtectionDomain> domains = ConcurrentHashMap.newKeySet();
    private final Set<LocalBuffer> buffers = ConcurrentHashMap.newKeySet();

    private ConnectionGroup(Context context, @Nullable ProtectionDomain shared, boolean owned) {
        this.context = context;
        this.shared = shared;
        this.owned = owned;
        this.properties = context.properties();
        this.channel = context.completionChannel();
        this.thread = new CompletionThread(
                channel, "verbena-connections-" + context.device(), new Watch(this::look, this::failed));
    }

    private void look() {
        for (Watch connection : connections.values()) {
            try {
                connection.look().run();
            } catch (RuntimeException | Error e) {
                // The others are looked at all the same.
                CallbackThread.report(e);
            }
        }
    }

    private void failed(RdmaException why) {
        connections.values().forEach(connection -> connection.failed().accept(why));
    }

    /** Opens a group on an open device, which is closed with the group. Its connections are isolated from each other. */
    public static ConnectionGroup owning(Context context) {
        return owning(context, Isolation.CONNECTION);
    }

    /** Opens a group on an open device, which is closed with the group. */
    public static ConnectionGroup owning(Context context, Isolation isolation) {
        ProtectionDomain shared = isolation == Isolation.GROUP ? context.protectionDomain() : null;
        return new ConnectionGroup(context, shared, true);
    }

    /**
     * Opens a group whose connections share a protection domain of the caller, as with {@link Isolation#GROUP}. The caller
     * closes the domain after the group.
     */
    public static ConnectionGroup of(ProtectionDomain domain) {
        return new ConnectionGroup(domain.context(), domain, false);
    }

    /** Returns the device. */
    public Context context() {
        return context;
    }

    /** Returns whether the connections share a protection domain. */
    public Isolation isolation() {
        return shared == null ? Isolation.CONNECTION : Isolation.GROUP;
    }

    /**
     * Returns the protection domain that all connections and buffers share.
     *
     * @throws IllegalStateException if each connection has its own, that of {@link RdmaConnection#queuePair()}
     */
    public ProtectionDomain domain() {
        if (shared == null) {
            throw new IllegalStateException("each connection of " + this
                    + " has a protection domain of its own; use that of its queue pair, or open the group with"
                    + " Isolation.GROUP");
        }
        return shared;
    }

    /**
     * Allocates zeroed memory that the device may use on every connection of the group. It is closed with the group.
     *
     * @param length in bytes, at least 1
     * @param access what the peers it is advertised to may do with it
     * @throws ConnectionException if the JVM has no direct memory left
     */
    public LocalBuffer allocate(int length, Access... access) {
        return kept(register(BufferMemory.of(memory(length)), shared, buffers, access));
    }

    /**
     * Lets the device use memory of the caller on every connection of the group: a direct buffer, from its position to its
     * limit.
     *
     * @throws IllegalArgumentException if the buffer is not direct, or has no bytes
     */
    public LocalBuffer register(ByteBuffer memory, Access... access) {
        return kept(register(BufferMemory.of(memory), shared, buffers, access));
    }

    /**
     * Lets the device use a part of a DMA-BUF on every connection of the group, such as memory of an accelerator; see {@link
     * RdmaConnection#registerDmaBuf}.
     *
     * @param descriptor the file descriptor, which stays open until the buffer is closed
     * @param offset the offset of the part in the DMA-BUF in bytes
     * @param length the length of the part in bytes, at least 1
     * @throws io.verbena.error.UnsupportedException if the device does not support it
     * @throws io.verbena.error.SysException if the descriptor is not that of a DMA-BUF, or the part exceeds it
     */
    public LocalBuffer registerDmaBuf(int descriptor, long offset, int length, Access... access) {
        return kept(register(BufferMemory.ofDmaBuf(descriptor, offset, length), shared, buffers, access));
    }

    /** Closes a buffer that a concurrent close of this group did not find. */
    private LocalBuffer kept(LocalBuffer buffer) {
        if (isClosed()) {
            buffer.close();
            throw new ClosedObjectException(this);
        }
        return buffer;
    }

    /** Allocates memory in one domain, for a caller that closes it. */
    LocalBuffer allocate(int length, ProtectionDomain domain, Set<LocalBuffer> keeper, Access... access) {
        return register(BufferMemory.of(memory(length)), domain, keeper, access);
    }

    private ByteBuffer memory(int length) {
        try {
            return ByteBuffer.allocateDirect(length);
        } catch (OutOfMemoryError e) {
            throw new ConnectionException(
                    this + " cannot allocate " + length + " bytes: the JVM has no direct memory left; raise"
                            + " -XX:MaxDirectMemorySize, or use fewer or smaller buffers",
                    e);
        }
    }

    LocalBuffer register(
            BufferMemory memory, @Nullable ProtectionDomain domain, Set<LocalBuffer> keeper, Access... access) {
        return new LocalBuffer(this, this::isOf, domain, memory, Set.copyOf(Arrays.asList(access)), keeper);
    }

    /** Returns the domain of a connection that is being made; {@link #release} takes it back. */
    ProtectionDomain domainOfConnection() {
        if (shared != null) {
            return shared;
        }
        ProtectionDomain own = context.protectionDomain();
        domains.add(own);
        return own;
    }

    /** Takes back what {@link #domainOfConnection} gave; closes it, and what was made in it, unless it is shared. */
    void release(ProtectionDomain domain) {
        if (domain != shared) {
            domains.remove(domain);
            buffers.forEach(buffer -> buffer.forget(domain));
            domain.close();
        }
    }

    /** Returns whether a domain is that of a connection of this group. */
    private boolean isOf(ProtectionDomain domain) {
        return domain == shared || domains.contains(domain);
    }

    CompletionQueue completionQueue(int entries) {
        return context.completionQueue(entries, channel, 0);
    }

    /** Creates a reliable queue pair whose completions come to one queue. */
    static QueuePair queuePair(ProtectionDomain domain, CompletionQueue completions, QueuePairCapacity capacity) {
        return domain.queuePair(QueuePairType.RC)
                .completions(completions)
                .capacity(capacity)
                .create();
    }

    /** Returns how many reads a connection may have in flight: as many as wanted, or as the device supports. */
    int reads(int wanted) {
        int most = Math.min(
                properties.limits().maxResponderResources(), properties.limits().maxInitiatorDepth());
        return Math.max(1, Math.min(wanted, most));
    }

    /** Watches a connection, and closes it with this group. */
    void adopt(AutoCloseable connection, Watch watch) {
        connections.put(connection, watch);
    }

    void forget(AutoCloseable connection) {
        connections.remove(connection);
    }

    /** Returns whether this group is closed. */
    public boolean isClosed() {
        return channel.isClosed();
    }

    /**
     * Closes the connections and the buffers, and the device if it belongs to this group. It frees as
     * much as possible, even if the device was removed.
     *
     * @throws io.verbena.error.RdmaException if the device could not free an object
     */
    @Override
    public void close() {
        ClosingFailures failures = new ClosingFailures();
        failures.closeAll(connections.keySet());
        failures.close(channel);
        failures.attempt(thread::join);
        failures.closeAll(buffers);
        if (owned) {
            failures.close(context);
        }
        failures.rethrow();
    }

    @Override
    public String toString() {
        return "ConnectionGroup[" + context.device() + "]";
    }
}
