package io.verbena.connection;

import io.verbena.error.Errno;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.Transport;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.SendRequests;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Posts sends, writes, reads and atomic operations, each checked before. Allocates nothing. */
final class SendQueue {
    /** Who hears of the end of a request: a caller who takes it, a future if there is one, else nobody. */
    enum Hearer {
        NOBODY,
        CALLER,
        FUTURE
    }

    private final QueuePair pair;
    private final RequestTable table;
    private final SendRequests batch;
    private final int sink;

    /** Where the results of atomic operations with a future go, 8 bytes for each place of the table. */
    private final LocalBuffer results;

    private final ByteBuffer resultBytes;

    private final boolean iwarp;
    private final int readSegments;

    SendQueue(QueuePair pair, RequestTable table, LocalBuffer results, int sink) {
        this.pair = pair;
        this.table = table;
        this.results = results;
        this.sink = sink;
        this.batch = pair.sendRequests(1);
        this.resultBytes = results.bytes().order(ByteOrder.nativeOrder());
        DeviceProperties device = pair.domain().context().properties();
        this.iwarp = device.transport() == Transport.IWARP;
        this.readSegments = device.limits().maxReadSegments();
    }

    RequestTable table() {
        return table;
    }

    ByteBuffer results() {
        return resultBytes;
    }

    long send(LocalBuffer source, int offset, int length, Hearer hearer, @Nullable RequestFuture<?> future) {
        source.check(offset, length);
        table.lock().lock();
        try {
            batch.send(id());
            segment(source, offset, length);
            return post(Operation.SEND, source, null, length, hearer, future);
        } finally {
            unlock();
        }
    }

    long send(ScatterGather source, Hearer hearer, @Nullable RequestFuture<?> future) {
        table.lock().lock();
        try {
            batch.send(id());
            source.writeTo(batch, false);
            return post(Operation.SEND, source.buffer(0), null, source.bytes(), hearer, future);
        } finally {
            unlock();
        }
    }

    long write(
            LocalBuffer source,
            int offset,
            int length,
            RemoteBuffer target,
            long at,
            Hearer hearer,
            @Nullable RequestFuture<?> future) {
        source.check(offset, length);
        long address = target.address(at, length, Access.REMOTE_WRITE);
        table.lock().lock();
        try {
            batch.write(id(), address, target.key());
            segment(source, offset, length);
            return post(Operation.WRITE, source, target, length, hearer, future);
        } finally {
            unlock();
        }
    }

    long write(ScatterGather source, RemoteBuffer target, long at, Hearer hearer, @Nullable RequestFuture<?> future) {
        long address = target.address(at, source.bytes(), Access.REMOTE_WRITE);
        table.lock().lock();
        try {
            batch.write(id(), address, target.key());
            source.writeTo(batch, false);
            return post(Operation.WRITE, source.buffer(0), target, source.bytes(), hearer, future);
        } finally {
            unlock();
        }
    }

    long read(
            LocalBuffer target,
            int offset,
            int length,
            RemoteBuffer source,
            long at,
            Hearer hearer,
            @Nullable RequestFuture<?> future) {
        target.check(offset, length);
        long address = source.address(at, length, Access.REMOTE_READ);
        table.lock().lock();
        try {
            batch.read(id(), address, source.key());
            if (length > 0) {
                batch.segment(target.sink(), offset, length);
            }
            return post(Operation.READ, target, source, length, hearer, future);
        } finally {
            unlock();
        }
    }

    long read(ScatterGather target, RemoteBuffer source, long at, Hearer hearer, @Nullable RequestFuture<?> future) {
        long address = source.address(at, target.bytes(), Access.REMOTE_READ);
        if (target.size() > readSegments) {
            throw new ConnectionException(
                    "a read of " + pair.domain().context().device() + " has at most " + readSegments + " parts, not "
                            + target.size() + "; read each into its own",
                    null);
        }
        table.lock().lock();
        try {
            batch.read(id(), address, source.key());
            target.writeTo(batch, true);
            return post(Operation.READ, target.buffer(0), source, target.bytes(), hearer, future);
        } finally {
            unlock();
        }
    }

    /** Without a place for the result it goes where the future looks for it. */
    long fetchAndAdd(
            @Nullable LocalBuffer result,
            int offset,
            RemoteBuffer target,
            long at,
            long delta,
            RequestFuture.@Nullable OfAtomic future) {
        long address = atomic(result, offset, target, at, Operation.FETCH_AND_ADD);
        table.lock().lock();
        try {
            batch.fetchAndAdd(id(), address, target.key(), delta);
            return postAtomic(Operation.FETCH_AND_ADD, result, offset, target, future);
        } finally {
            unlock();
        }
    }

    long compareAndSwap(
            @Nullable LocalBuffer result,
            int offset,
            RemoteBuffer target,
            long at,
            long expected,
            long swap,
            RequestFuture.@Nullable OfAtomic future) {
        long address = atomic(result, offset, target, at, Operation.COMPARE_AND_SWAP);
        table.lock().lock();
        try {
            batch.compareAndSwap(id(), address, target.key(), expected, swap);
            return postAtomic(Operation.COMPARE_AND_SWAP, result, offset, target, future);
        } finally {
            unlock();
        }
    }

    private long atomic(@Nullable LocalBuffer result, int offset, RemoteBuffer target, long at, Operation operation) {
        if (iwarp) {
            throw new UnsupportedException(
                    operation.text(),
                    pair.domain().context().device(),
                    Errno.EOPNOTSUPP,
                    "iWARP has no atomic operations; let one side do the counting, or use a RoCE or InfiniBand device");
        }
        if (result != null) {
            result.check(offset, Long.BYTES);
        }
        long address = target.address(at, Long.BYTES, Access.REMOTE_ATOMIC);
        if (address % Long.BYTES != 0) {
            throw new ConnectionException(
                    "the 8 bytes at offset " + at + " of " + target
                            + " do not begin at a multiple of 8, as those of an atomic operation must",
                    null);
        }
        return address;
    }

    private long postAtomic(
            Operation operation,
            @Nullable LocalBuffer result,
            int offset,
            RemoteBuffer target,
            RequestFuture.@Nullable OfAtomic future) {
        LocalBuffer into = result == null ? results : result;
        int at = result == null ? table.nextPlace() * Long.BYTES : offset;
        if (future != null) {
            future.at(at);
        }
        batch.segment(into.region(), at, Long.BYTES);
        return post(operation, into, target, Long.BYTES, future == null ? Hearer.CALLER : Hearer.FUTURE, future);
    }

    private long id() {
        return CompletionPump.id(sink, table.next());
    }

    private void segment(LocalBuffer source, int offset, int length) {
        if (length > 0) {
            batch.segment(source.region(), offset, length);
        }
    }

    private long post(
            Operation operation,
            LocalBuffer local,
            @Nullable RemoteBuffer remote,
            int length,
            Hearer hearer,
            @Nullable RequestFuture<?> future) {
        local.requireOf(pair.domain());
        if (hearer == Hearer.NOBODY && !table.isMilestone()) {
            batch.unsignaled();
        }
        try {
            pair.post(batch);
        } catch (ClosedObjectException e) {
            throw table.closed();
        }
        return table.posted(operation, local, remote, length, hearer == Hearer.CALLER, future);
    }

    /** A request that could not be posted is dropped. */
    private void unlock() {
        batch.clear();
        table.lock().unlock();
    }
}
