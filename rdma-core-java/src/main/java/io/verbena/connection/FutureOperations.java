package io.verbena.connection;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * The operations of a connection that return a future. {@link RawRequests} has them without a future; {@link SendQueue} and
 * {@link ReceiveQueue} post both.
 */
abstract sealed class FutureOperations permits RdmaConnection {
    /** Returns the send queue, with room for another request if there can be. */
    abstract SendQueue sending(Reporting reporting);

    /** Returns the receive queue, with room for another request if there can be. */
    abstract ReceiveQueue receiving(Reporting reporting);

    /** Returns the memory in which atomic operations with a future place their results. */
    abstract ByteBuffer results();

    /** Ensures that a thread takes the completion of a request that was posted, and returns its future. */
    abstract <T> RequestFuture<T> posted(RequestFuture<T> future);

    /**
     * Sends a part of a buffer into the next receive of the peer.
     *
     * @return a future of the number of bytes sent
     */
    public CompletableFuture<Integer> send(LocalBuffer source, int offset, int length) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        sending(future).send(source, offset, length, future);
        return posted(future);
    }

    /** Sends the parts of a list as one message; see {@link #send(LocalBuffer, int, int)}. */
    public CompletableFuture<Integer> send(ScatterGather source) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        sending(future).send(source, future);
        return posted(future);
    }

    /**
     * Posts a receive: the next message of the peer is placed into a part of a buffer.
     *
     * @return a future of the length of the message in bytes
     */
    public CompletableFuture<Integer> receive(LocalBuffer target, int offset, int length) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        receiving(future).receive(target, offset, length, future);
        return posted(future);
    }

    /** Posts a receive into the parts of a list; see {@link #receive(LocalBuffer, int, int)}. */
    public CompletableFuture<Integer> receive(ScatterGather target) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        receiving(future).receive(target, future);
        return posted(future);
    }

    /**
     * Writes a part of a buffer to a buffer of the peer (RDMA WRITE).
     *
     * @param targetOffset the offset in the buffer of the peer
     * @return a future of the number of bytes written
     */
    public CompletableFuture<Integer> write(
            LocalBuffer source, int offset, int length, RemoteBuffer target, long targetOffset) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        sending(future).write(source, offset, length, target, targetOffset, future);
        return posted(future);
    }

    /** Writes the parts of a list, one behind the other; see {@link #write(LocalBuffer, int, int, RemoteBuffer, long)}. */
    public CompletableFuture<Integer> write(ScatterGather source, RemoteBuffer target, long targetOffset) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        sending(future).write(source, target, targetOffset, future);
        return posted(future);
    }

    /**
     * Reads from a buffer of the peer into a part of a buffer (RDMA READ).
     *
     * @param sourceOffset the offset in the buffer of the peer
     * @return a future of the number of bytes read
     */
    public CompletableFuture<Integer> read(
            LocalBuffer target, int offset, int length, RemoteBuffer source, long sourceOffset) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        sending(future).read(target, offset, length, source, sourceOffset, future);
        return posted(future);
    }

    /** Reads into the parts of a list, one behind the other; see {@link #read(LocalBuffer, int, int, RemoteBuffer, long)}. */
    public CompletableFuture<Integer> read(ScatterGather target, RemoteBuffer source, long sourceOffset) {
        RequestFuture<Integer> future = new RequestFuture.OfBytes();
        sending(future).read(target, source, sourceOffset, future);
        return posted(future);
    }

    /**
     * Adds to a 64-bit value in a buffer of the peer, in the byte order of the peer's host.
     *
     * @param targetOffset the offset in the buffer of the peer; the address there is a multiple of 8
     * @return a future of the value before the addition
     * @throws io.verbena.error.UnsupportedException on iWARP, which has no atomic operations
     */
    public CompletableFuture<Long> fetchAndAdd(RemoteBuffer target, long targetOffset, long delta) {
        RequestFuture.OfAtomic future = new RequestFuture.OfAtomic(results());
        sending(future).fetchAndAdd(null, 0, target, targetOffset, delta, future);
        return posted(future);
    }

    /**
     * Replaces a 64-bit value in a buffer of the peer if it equals the expected value.
     *
     * @param targetOffset the offset in the buffer of the peer; the address there is a multiple of 8
     * @return a future of the value before the exchange; the exchange took place if that is the expected value
     * @throws io.verbena.error.UnsupportedException on iWARP, which has no atomic operations
     */
    public CompletableFuture<Long> compareAndSwap(RemoteBuffer target, long targetOffset, long expected, long swap) {
        RequestFuture.OfAtomic future = new RequestFuture.OfAtomic(results());
        sending(future).compareAndSwap(null, 0, target, targetOffset, expected, swap, future);
        return posted(future);
    }
}
