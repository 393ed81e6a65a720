package io.verbena.connection;

import io.verbena.hca.DeviceProperties;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Connections of one device that share a protection domain, so that a {@link LocalBuffer} of the group serves each of them,
 * and one thread, which completes their futures. The thread begins with the first future. Safe for use by several threads.
 */
public final class ConnectionGroup implements AutoCloseable {
    private final Context context;
    private final ProtectionDomain domain;
    private final boolean owned;
    private final CompletionChannel channel;
    private final CompletionThread thread;
    private final DeviceProperties properties;
    private final Set<RdmaConnection> connections = ConcurrentHashMap.newKeySet();
    private final Set<LocalBuffer> buffers = ConcurrentHashMap.newKeySet();

    private ConnectionGroup(ProtectionDomain domain, boolean owned) {
        this.domain = domain;
        this.context = domain.context();
        this.owned = owned;
        this.properties = context.properties();
        this.channel = context.completionChannel();
        this.thread = new CompletionThread(channel, "verbena-connections-" + context.device());
    }

    /** Of an open device, which is closed with the group. */
    public static ConnectionGroup owning(Context context) {
        return new ConnectionGroup(context.protectionDomain(), true);
    }

    /** Of a protection domain that the caller uses otherwise, too, and closes after the group. */
    public static ConnectionGroup of(ProtectionDomain domain) {
        return new ConnectionGroup(domain, false);
    }

    /** The device. */
    public Context context() {
        return context;
    }

    /** The protection domain of all its connections and buffers. */
    public ProtectionDomain domain() {
        return domain;
    }

    /**
     * Memory that the device may use, zeroed. It is closed with the group.
     *
     * @param access what the other sides may do with it
     * @throws ConnectionException if the JVM gives no more memory
     */
    public LocalBuffer allocate(int length, Access... access) {
        return kept(allocate(length, buffers, access));
    }

    /**
     * Lets the device use memory of the caller: a direct buffer, from its position to its limit.
     *
     * @throws IllegalArgumentException if it is not direct, or has no bytes
     */
    public LocalBuffer register(ByteBuffer memory, Access... access) {
        return kept(register(memory, buffers, access));
    }

    /** Whoever closed this meanwhile may have looked before there was a buffer to close. */
    private LocalBuffer kept(LocalBuffer buffer) {
        if (isClosed()) {
            buffer.close();
            throw new ClosedObjectException(this);
        }
        return buffer;
    }

    /** The same, of somebody who closes it. */
    LocalBuffer allocate(int length, Set<LocalBuffer> keeper, Access... access) {
        return register(memory(length), keeper, access);
    }

    /** To run out of it is no error of the thread: it may be the one that serves all connections. */
    private ByteBuffer memory(int length) {
        try {
            return ByteBuffer.allocateDirect(length);
        } catch (OutOfMemoryError e) {
            throw new ConnectionException(
                    this + " cannot have " + length + " bytes more: the JVM gives no more direct memory; raise"
                            + " -XX:MaxDirectMemorySize, or use fewer or smaller buffers",
                    e);
        }
    }

    LocalBuffer register(ByteBuffer memory, Set<LocalBuffer> keeper, Access... access) {
        return new LocalBuffer(domain, memory, Set.copyOf(Arrays.asList(access)), keeper);
    }

    CompletionQueue completionQueue(int entries) {
        return context.completionQueue(entries, channel, 0);
    }

    /** A reliable one, whose completions come to one queue. */
    QueuePair queuePair(CompletionQueue completions, QueuePairCapacity capacity) {
        return domain.queuePair(QueuePairType.RC)
                .completions(completions)
                .capacity(capacity)
                .create();
    }

    /** So many reads at once, or as many as the device can. */
    int reads(int wanted) {
        int most = Math.min(
                properties.limits().maxReadsAnswered(), properties.limits().maxReadsBegun());
        return Math.max(1, Math.min(wanted, most));
    }

    CompletionThread thread() {
        return thread;
    }

    void adopt(RdmaConnection connection) {
        connections.add(connection);
    }

    void forget(RdmaConnection connection) {
        connections.remove(connection);
    }

    /** Whether it is closed. */
    public boolean isClosed() {
        return channel.isClosed();
    }

    /** Closes its connections and its buffers, and the device if it is its own. */
    @Override
    public void close() {
        connections.forEach(RdmaConnection::close);
        channel.close();
        thread.join();
        buffers.forEach(LocalBuffer::close);
        if (owned) {
            context.close();
        }
    }

    @Override
    public String toString() {
        return "ConnectionGroup[" + context.device() + "]";
    }
}
