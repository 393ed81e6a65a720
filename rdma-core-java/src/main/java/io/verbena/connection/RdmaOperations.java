package io.verbena.connection;

import io.verbena.connection.Reporting.RequestFuture;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * The operations of a connection: sends, receives, writes, reads and atomic operations. Safe for use by several threads.
 *
 * <p>Each operation has two forms. A method whose name ends in {@code Async} posts a request and returns its future. A method
 * whose name begins with {@code post} allocates nothing: it returns the number of the request, by which {@link
 * RdmaConnection#awaitCompletions} or the {@linkplain RdmaConnection#listener listener} reports the completion.
 *
 * <p>A call checks its arguments and posts nothing if it throws: {@link BufferBoundsException} for a part that a buffer does not
 * have, {@link QueueFullException} if the queue has no room, {@link ConnectionEndedException} or {@link
 * io.verbena.verbs.ClosedObjectException} if the connection has ended or is closed, {@link
 * io.verbena.error.UnsupportedException} for an atomic operation on iWARP, which has none.
 */
public abstract class RdmaOperations {
    RdmaOperations() {}

    /** Returns the send queue, with room for another request if there can be. */
    abstract SendQueue sending(Reporting reporting);

    /** Returns the receive queue, with room for another request if there can be. */
    abstract ReceiveQueue receiving(Reporting reporting);

    /** Returns the memory in which atomic operations with a future place their results. */
    abstract ByteBuffer results();

    /** Ensures that a thread takes the completion of a request that was posted, and returns its future. */
    abstract <T> RequestFuture<T> posted(RequestFuture<T> future);

    // ---- SEND

    /**
     * Sends a part of a buffer into the next receive of the peer.
     *
     * @return a future of the number of bytes sent
     */
    public CompletableFuture<Integer> sendAsync(LocalBuffer source, int offset, int length) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        sending(future).send(source, offset, length, future);
        return posted(future);
    }

    /** Sends the parts of a list as one message; see {@link #sendAsync(LocalBuffer, int, int)}. */
    public CompletableFuture<Integer> sendAsync(ScatterGather source) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        sending(future).send(source, future);
        return posted(future);
    }

    /** Posts a send of a part of a buffer into the next receive of the peer, and returns the number of the request. */
    public long postSend(LocalBuffer source, int offset, int length, Signaling signaling) {
        Reporting reporting = Reporting.of(signaling);
        return sending(reporting).send(source, offset, length, reporting);
    }

    /** Posts a send of the parts of a list as one message, and returns the number of the request. */
    public long postSend(ScatterGather source, Signaling signaling) {
        Reporting reporting = Reporting.of(signaling);
        return sending(reporting).send(source, reporting);
    }

    // ---- receive

    /**
     * Posts a receive: the next message of the peer is placed into a part of a buffer.
     *
     * @return a future of the length of the message in bytes
     */
    public CompletableFuture<Integer> receiveAsync(LocalBuffer target, int offset, int length) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        receiving(future).receive(target, offset, length, future);
        return posted(future);
    }

    /** Posts a receive into the parts of a list; see {@link #receiveAsync(LocalBuffer, int, int)}. */
    public CompletableFuture<Integer> receiveAsync(ScatterGather target) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        receiving(future).receive(target, future);
        return posted(future);
    }

    /** Posts a receive into a part of a buffer, and returns the number of the request, which is always signaled. */
    public long postReceive(LocalBuffer target, int offset, int length) {
        return receiving(Reporting.WithoutFuture.LISTENER)
                .receive(target, offset, length, Reporting.WithoutFuture.LISTENER);
    }

    /** Posts a receive into the parts of a list, and returns the number of the request, which is always signaled. */
    public long postReceive(ScatterGather target) {
        return receiving(Reporting.WithoutFuture.LISTENER).receive(target, Reporting.WithoutFuture.LISTENER);
    }

    // ---- RDMA WRITE

    /**
     * Writes a part of a buffer to a buffer of the peer (RDMA WRITE).
     *
     * @param targetOffset the offset in the buffer of the peer
     * @return a future of the number of bytes written
     */
    public CompletableFuture<Integer> writeAsync(
            LocalBuffer source, int offset, int length, RemoteBuffer target, long targetOffset) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        sending(future).write(source, offset, length, target, targetOffset, future);
        return posted(future);
    }

    /** Writes the parts of a list, one behind the other; see {@link #writeAsync(LocalBuffer, int, int, RemoteBuffer, long)}. */
    public CompletableFuture<Integer> writeAsync(ScatterGather source, RemoteBuffer target, long targetOffset) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        sending(future).write(source, target, targetOffset, future);
        return posted(future);
    }

    /** Posts a write of a part of a buffer to a buffer of the peer, and returns the number of the request. */
    public long postWrite(
            LocalBuffer source, int offset, int length, RemoteBuffer target, long targetOffset, Signaling signaling) {
        Reporting reporting = Reporting.of(signaling);
        return sending(reporting).write(source, offset, length, target, targetOffset, reporting);
    }

    /** Posts a write of the parts of a list, one behind the other, to a buffer of the peer, and returns the request's number. */
    public long postWrite(ScatterGather source, RemoteBuffer target, long targetOffset, Signaling signaling) {
        Reporting reporting = Reporting.of(signaling);
        return sending(reporting).write(source, target, targetOffset, reporting);
    }

    // ---- RDMA READ

    /**
     * Reads from a buffer of the peer into a part of a buffer (RDMA READ).
     *
     * @param sourceOffset the offset in the buffer of the peer
     * @return a future of the number of bytes read
     */
    public CompletableFuture<Integer> readAsync(
            LocalBuffer target, int offset, int length, RemoteBuffer source, long sourceOffset) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        sending(future).read(target, offset, length, source, sourceOffset, future);
        return posted(future);
    }

    /** Reads into the parts of a list, one behind the other; see {@link #readAsync(LocalBuffer, int, int, RemoteBuffer, long)}. */
    public CompletableFuture<Integer> readAsync(ScatterGather target, RemoteBuffer source, long sourceOffset) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        sending(future).read(target, source, sourceOffset, future);
        return posted(future);
    }

    /** Posts a read from a buffer of the peer into a part of a buffer, and returns the number of the request. */
    public long postRead(
            LocalBuffer target, int offset, int length, RemoteBuffer source, long sourceOffset, Signaling signaling) {
        Reporting reporting = Reporting.of(signaling);
        return sending(reporting).read(target, offset, length, source, sourceOffset, reporting);
    }

    /** Posts a read from a buffer of the peer into the parts of a list, and returns the number of the request. */
    public long postRead(ScatterGather target, RemoteBuffer source, long sourceOffset, Signaling signaling) {
        Reporting reporting = Reporting.of(signaling);
        return sending(reporting).read(target, source, sourceOffset, reporting);
    }

    // ---- ATOMIC

    /**
     * Adds to a 64-bit value in a buffer of the peer, in the byte order of the peer's host.
     *
     * @param targetOffset the offset in the buffer of the peer; the address there is a multiple of 8
     * @return a future of the value before the addition
     */
    public CompletableFuture<Long> fetchAndAddAsync(RemoteBuffer target, long targetOffset, long delta) {
        RequestFuture.OfAtomic future = new RequestFuture.OfAtomic(results());
        sending(future).fetchAndAdd(null, 0, target, targetOffset, delta, future);
        return posted(future);
    }

    /**
     * Posts an addition to a 64-bit value in a buffer of the peer. The request is always signaled.
     *
     * @param result the buffer for the value before the addition, in the native byte order
     * @param offset the offset of that value in {@code result}
     * @param targetOffset the offset in the buffer of the peer; the address there is a multiple of 8
     * @return the number of the request
     */
    public long postFetchAndAdd(LocalBuffer result, int offset, RemoteBuffer target, long targetOffset, long delta) {
        return sending(Reporting.WithoutFuture.LISTENER)
                .fetchAndAdd(result, offset, target, targetOffset, delta, Reporting.WithoutFuture.LISTENER);
    }

    /**
     * Replaces a 64-bit value in a buffer of the peer if it equals the expected value.
     *
     * @param targetOffset the offset in the buffer of the peer; the address there is a multiple of 8
     * @return a future of the value before the exchange; the exchange took place if that is the expected value
     */
    public CompletableFuture<Long> compareAndSwapAsync(
            RemoteBuffer target, long targetOffset, long expected, long swap) {
        RequestFuture.OfAtomic future = new RequestFuture.OfAtomic(results());
        sending(future).compareAndSwap(null, 0, target, targetOffset, expected, swap, future);
        return posted(future);
    }

    /**
     * Posts the replacement of a 64-bit value in a buffer of the peer if it equals {@code expected}. The request is always
     * signaled.
     *
     * @param result the buffer for the value before the exchange, in the native byte order
     * @param offset the offset of that value in {@code result}
     * @param targetOffset the offset in the buffer of the peer; the address there is a multiple of 8
     * @return the number of the request
     */
    public long postCompareAndSwap(
            LocalBuffer result, int offset, RemoteBuffer target, long targetOffset, long expected, long swap) {
        return sending(Reporting.WithoutFuture.LISTENER)
                .compareAndSwap(result, offset, target, targetOffset, expected, swap, Reporting.WithoutFuture.LISTENER);
    }
}
