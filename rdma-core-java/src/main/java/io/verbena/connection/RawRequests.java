package io.verbena.connection;

/**
 * Posts requests that no future waits for, and allocates nothing. Each call checks its arguments, posts, and returns the
 * number of the request, by which {@link RdmaConnection#awaitCompletions} or the listener calls it. Safe for use by several
 * threads.
 *
 * <p>Every call throws {@link BufferBoundsException} for a part that a buffer does not have, {@link QueueFullException} if
 * too many requests are under way, {@link ConnectionEndedException} or {@link io.verbena.verbs.ClosedObjectException} if the
 * connection is no more; then nothing was posted.
 */
public final class RawRequests {
    private final RdmaConnection connection;
    private final Hearer hearer;

    RawRequests(RdmaConnection connection, boolean signaled) {
        this.connection = connection;
        this.hearer = signaled ? Hearer.WithoutFuture.CALLER : Hearer.WithoutFuture.NOBODY;
    }

    /** Sends a part of a buffer into the next receive of the other side. */
    public long send(LocalBuffer source, int offset, int length) {
        return connection.sending().send(source, offset, length, hearer);
    }

    /** The same of several parts. */
    public long send(ScatterGather source) {
        return connection.sending().send(source, hearer);
    }

    /** Writes a part of a buffer to memory of the other side, from an offset of it on. */
    public long write(LocalBuffer source, int offset, int length, RemoteBuffer target, long targetOffset) {
        return connection.sending().write(source, offset, length, target, targetOffset, hearer);
    }

    /** The same of several parts. */
    public long write(ScatterGather source, RemoteBuffer target, long targetOffset) {
        return connection.sending().write(source, target, targetOffset, hearer);
    }

    /** Reads memory of the other side, from an offset of it on, into a part of a buffer. */
    public long read(LocalBuffer target, int offset, int length, RemoteBuffer source, long sourceOffset) {
        return connection.sending().read(target, offset, length, source, sourceOffset, hearer);
    }

    /** The same into several parts. */
    public long read(ScatterGather target, RemoteBuffer source, long sourceOffset) {
        return connection.sending().read(target, source, sourceOffset, hearer);
    }

    /**
     * Adds to 8 bytes of the other side. What they were goes to a place of this side, in the byte order of the machine. Is
     * signalled in any case.
     *
     * @throws io.verbena.error.UnsupportedException on iWARP, which has no atomic operations
     */
    public long fetchAndAdd(LocalBuffer result, int offset, RemoteBuffer target, long targetOffset, long delta) {
        return connection
                .sending()
                .fetchAndAdd(result, offset, target, targetOffset, delta, Hearer.WithoutFuture.CALLER);
    }

    /**
     * Swaps 8 bytes of the other side if they are what is expected. What they were goes to a place of this side. Is signalled
     * in any case.
     *
     * @throws io.verbena.error.UnsupportedException on iWARP, which has no atomic operations
     */
    public long compareAndSwap(
            LocalBuffer result, int offset, RemoteBuffer target, long targetOffset, long expected, long swap) {
        return connection
                .sending()
                .compareAndSwap(result, offset, target, targetOffset, expected, swap, Hearer.WithoutFuture.CALLER);
    }

    /** Lets the next message of the other side go into a part of a buffer. Is signalled in any case. */
    public long receive(LocalBuffer target, int offset, int length) {
        return connection.receiving().receive(target, offset, length, Hearer.WithoutFuture.CALLER);
    }

    /** The same of several parts. */
    public long receive(ScatterGather target) {
        return connection.receiving().receive(target, Hearer.WithoutFuture.CALLER);
    }
}
