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

    long send(LocalBuffer source, int offset, int length, Hearer hearer) {
        source.check(offset, length);
        return post(Operation.SEND, source, offset, length, null, 0, hearer);
    }

    long send(ScatterGather source, Hearer hearer) {
        return post(Operation.SEND, source, null, 0, hearer);
    }

    long write(LocalBuffer source, int offset, int length, RemoteBuffer target, long at, Hearer hearer) {
        source.check(offset, length);
        long address = target.address(at, length, Access.REMOTE_WRITE);
        return post(Operation.WRITE, source, offset, length, target, address, hearer);
    }

    long write(ScatterGather source, RemoteBuffer target, long at, Hearer hearer) {
        long address = target.address(at, source.bytes(), Access.REMOTE_WRITE);
        return post(Operation.WRITE, source, target, address, hearer);
    }

    long read(LocalBuffer target, int offset, int length, RemoteBuffer source, long at, Hearer hearer) {
        target.check(offset, length);
        long address = source.address(at, length, Access.REMOTE_READ);
        return post(Operation.READ, target, offset, length, source, address, hearer);
    }

    long read(ScatterGather target, RemoteBuffer source, long at, Hearer hearer) {
        long address = source.address(at, target.bytes(), Access.REMOTE_READ);
        if (target.size() > readSegments) {
            throw new ConnectionException(
                    "a read of " + pair.domain().context().device() + " has at most " + readSegments + " parts, not "
                            + target.size() + "; read each into its own",
                    null);
        }
        return post(Operation.READ, target, source, address, hearer);
    }

    /** Without a place for the result it goes where the future looks for it. */
    long fetchAndAdd(
            @Nullable LocalBuffer result, int offset, RemoteBuffer target, long at, long delta, Hearer hearer) {
        return postAtomic(Operation.FETCH_AND_ADD, result, offset, target, at, delta, 0, hearer);
    }

    /** The same. */
    long compareAndSwap(
            @Nullable LocalBuffer result,
            int offset,
            RemoteBuffer target,
            long at,
            long expected,
            long swap,
            Hearer hearer) {
        return postAtomic(Operation.COMPARE_AND_SWAP, result, offset, target, at, expected, swap, hearer);
    }

    private long post(
            Operation operation,
            LocalBuffer local,
            int offset,
            int length,
            @Nullable RemoteBuffer remote,
            long address,
            Hearer hearer) {
        table.lock().lock();
        try {
            begin(operation, remote, address);
            if (length > 0) {
                batch.segment(operation == Operation.READ ? local.sink() : local.region(), offset, length);
            }
            return postBegun(operation, local, remote, length, hearer);
        } finally {
            unlock();
        }
    }

    private long post(
            Operation operation, ScatterGather parts, @Nullable RemoteBuffer remote, long address, Hearer hearer) {
        table.lock().lock();
        try {
            begin(operation, remote, address);
            parts.writeTo(batch, operation == Operation.READ);
            return postBegun(operation, parts.buffer(0), remote, parts.bytes(), hearer);
        } finally {
            unlock();
        }
    }

    /** Only a send needs no memory of the other side. */
    private void begin(Operation operation, @Nullable RemoteBuffer remote, long address) {
        if (remote == null) {
            batch.send(id());
        } else if (operation == Operation.READ) {
            batch.read(id(), address, remote.key());
        } else {
            batch.write(id(), address, remote.key());
        }
    }

    private long postAtomic(
            Operation operation,
            @Nullable LocalBuffer result,
            int offset,
            RemoteBuffer target,
            long at,
            long operand,
            long swap,
            Hearer hearer) {
        checkAtomic(operation, result, offset);
        long address = atomicAddress(target, at);
        table.lock().lock();
        try {
            if (operation == Operation.FETCH_AND_ADD) {
                batch.fetchAndAdd(id(), address, target.key(), operand);
            } else {
                batch.compareAndSwap(id(), address, target.key(), operand, swap);
            }
            LocalBuffer into = result == null ? results : result;
            int place = result == null ? table.nextPlace() * Long.BYTES : offset;
            if (hearer instanceof RequestFuture.OfAtomic future) {
                future.at(place);
            }
            batch.segment(into.region(), place, Long.BYTES);
            return postBegun(operation, into, target, Long.BYTES, hearer);
        } finally {
            unlock();
        }
    }

    private void checkAtomic(Operation operation, @Nullable LocalBuffer result, int offset) {
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
    }

    private static long atomicAddress(RemoteBuffer target, long at) {
        long address = target.address(at, Long.BYTES, Access.REMOTE_ATOMIC);
        if (address % Long.BYTES != 0) {
            throw new ConnectionException(
                    "the 8 bytes at offset " + at + " of " + target
                            + " do not begin at a multiple of 8, as those of an atomic operation must",
                    null);
        }
        return address;
    }

    private long id() {
        return CompletionPump.id(sink, table.next());
    }

    private long postBegun(
            Operation operation, LocalBuffer local, @Nullable RemoteBuffer remote, int length, Hearer hearer) {
        local.requireOf(pair.domain());
        if (hearer == Hearer.WithoutFuture.NOBODY && !table.isMilestone()) {
            batch.unsignaled();
        }
        try {
            pair.post(batch);
        } catch (ClosedObjectException e) {
            throw table.closed();
        }
        return table.posted(operation, local, remote, length, hearer);
    }

    /** A request that could not be posted is dropped. */
    private void unlock() {
        batch.clear();
        table.lock().unlock();
    }
}
