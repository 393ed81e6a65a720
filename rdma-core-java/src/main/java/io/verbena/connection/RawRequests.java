package io.verbena.connection;

/**
 * Operations without futures, which allocate nothing. Each call checks its arguments, posts a request and returns its number,
 * by which {@link RdmaConnection#awaitCompletions} or the {@linkplain RdmaConnection#listener listener} reports its completion.
 * See {@link RdmaConnection} for the parameters. Safe for use by several threads.
 *
 * <p>A call posts nothing if it throws: {@link BufferBoundsException} for a part that a buffer does not have, {@link
 * QueueFullException} if the queue has no room, {@link ConnectionEndedException} or {@link
 * io.verbena.verbs.ClosedObjectException} if the connection has ended or is closed.
 */
public final class RawRequests {
    private final RdmaConnection connection;
    private final Reporting reporting;

    /** For requests that are always signaled. */
    private final Reporting signaled;

    RawRequests(RdmaConnection connection, Reporting reporting) {
        this.connection = connection;
        this.reporting = reporting;
        this.signaled = reporting.isReserved() ? Reporting.WithoutFuture.CHANNEL : Reporting.WithoutFuture.LISTENER;
    }

    static OfChannel ofChannel(RdmaConnection connection) {
        return new OfChannel(
                new RawRequests(connection, Reporting.WithoutFuture.CHANNEL),
                new RawRequests(connection, Reporting.WithoutFuture.CHANNEL_UNSIGNALED));
    }

    /**
     * Operations of a channel, which use the entries of the send queue that are reserved for it.
     *
     * @param signaled operations whose completions the listener of the connection is given
     * @param unsignaled operations whose completions are not reported unless they fail
     */
    record OfChannel(RawRequests signaled, RawRequests unsignaled) {}

    /** Sends a part of a buffer into the next receive of the peer. */
    public long send(LocalBuffer source, int offset, int length) {
        return connection.sending(reporting).send(source, offset, length, reporting);
    }

    /** Sends the parts of a list as one message. */
    public long send(ScatterGather source) {
        return connection.sending(reporting).send(source, reporting);
    }

    /** Writes a part of a buffer to a buffer of the peer. */
    public long write(LocalBuffer source, int offset, int length, RemoteBuffer target, long targetOffset) {
        return connection.sending(reporting).write(source, offset, length, target, targetOffset, reporting);
    }

    /** Writes the parts of a list, one behind the other, to a buffer of the peer. */
    public long write(ScatterGather source, RemoteBuffer target, long targetOffset) {
        return connection.sending(reporting).write(source, target, targetOffset, reporting);
    }

    /** Reads from a buffer of the peer into a part of a buffer. */
    public long read(LocalBuffer target, int offset, int length, RemoteBuffer source, long sourceOffset) {
        return connection.sending(reporting).read(target, offset, length, source, sourceOffset, reporting);
    }

    /** Reads from a buffer of the peer into the parts of a list. */
    public long read(ScatterGather target, RemoteBuffer source, long sourceOffset) {
        return connection.sending(reporting).read(target, source, sourceOffset, reporting);
    }

    /**
     * Adds to a 64-bit value in a buffer of the peer. The value before the addition is placed at {@code offset} of {@code
     * result}, in the native byte order. The request is always signaled.
     *
     * @throws io.verbena.error.UnsupportedException on iWARP, which has no atomic operations
     */
    public long fetchAndAdd(LocalBuffer result, int offset, RemoteBuffer target, long targetOffset, long delta) {
        return connection.sending(reporting).fetchAndAdd(result, offset, target, targetOffset, delta, signaled);
    }

    /**
     * Replaces a 64-bit value in a buffer of the peer if it equals {@code expected}. The value before the exchange is placed at
     * {@code offset} of {@code result}, in the native byte order. The request is always signaled.
     *
     * @throws io.verbena.error.UnsupportedException on iWARP, which has no atomic operations
     */
    public long compareAndSwap(
            LocalBuffer result, int offset, RemoteBuffer target, long targetOffset, long expected, long swap) {
        return connection
                .sending(reporting)
                .compareAndSwap(result, offset, target, targetOffset, expected, swap, signaled);
    }

    /** Posts a receive into a part of a buffer. The request is always signaled. */
    public long receive(LocalBuffer target, int offset, int length) {
        return connection.receiving(signaled).receive(target, offset, length, signaled);
    }

    /** Posts a receive into the parts of a list. The request is always signaled. */
    public long receive(ScatterGather target) {
        return connection.receiving(signaled).receive(target, signaled);
    }
}
