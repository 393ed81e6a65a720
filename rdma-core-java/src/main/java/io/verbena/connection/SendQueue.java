package io.verbena.connection;

import io.verbena.connection.Reporting.RequestFuture;
import io.verbena.error.Errno;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.Transport;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.SendRequests;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Posts sends, writes, reads and atomic operations, each checked before. Allocates nothing. */
final class SendQueue {
    private final QueuePair pair;
    private final ProtectionDomain domain;
    final RequestTable table;
    private final SendRequests batch;

    /** Takes the results of atomic operations with a future, 8 bytes for each place of the table. */
    private final LocalBuffer results;

    private final ByteBuffer resultBytes;

    private final boolean iwarp;
    private final int readSegments;

    SendQueue(QueuePair pair, RequestTable table, LocalBuffer results) {
        this.pair = pair;
        this.domain = pair.domain();
        this.table = table;
        this.results = results;
        this.batch = pair.sendRequests(1);
        this.resultBytes = results.bytes().order(ByteOrder.nativeOrder());
        DeviceProperties device = domain.context().properties();
        this.iwarp = device.transport() == Transport.IWARP;
        this.readSegments = device.limits().maxReadSegments();
    }

    ByteBuffer results() {
        return resultBytes;
    }

    long send(LocalBuffer source, int offset, int length, Reporting reporting) {
        source.check(offset, length);
        return post(RequestOpcode.SEND, source, offset, length, null, null, 0, reporting);
    }

    long send(ScatterGather source, Reporting reporting) {
        return post(RequestOpcode.SEND, source, null, 0, reporting);
    }

    long write(LocalBuffer source, int offset, int length, RemoteBuffer target, long at, Reporting reporting) {
        source.check(offset, length);
        long address = target.address(at, length, Access.REMOTE_WRITE);
        return post(RequestOpcode.WRITE, source, offset, length, null, target, address, reporting);
    }

    long write(ScatterGather source, RemoteBuffer target, long at, Reporting reporting) {
        long address = target.address(at, source.bytes(), Access.REMOTE_WRITE);
        return post(RequestOpcode.WRITE, source, target, address, reporting);
    }

    long read(LocalBuffer target, int offset, int length, RemoteBuffer source, long at, Reporting reporting) {
        target.check(offset, length);
        long address = source.address(at, length, Access.REMOTE_READ);
        return post(RequestOpcode.READ, target, offset, length, null, source, address, reporting);
    }

    long read(ScatterGather target, RemoteBuffer source, long at, Reporting reporting) {
        long address = source.address(at, target.bytes(), Access.REMOTE_READ);
        if (target.size() > readSegments) {
            throw new ConnectionException("a read of " + domain.context().device() + " has at most " + readSegments
                    + " parts, not " + target.size() + "; read each into its own");
        }
        return post(RequestOpcode.READ, target, source, address, reporting);
    }

    /** Posts FETCH AND ADD. Without a buffer for it, the result is placed where the future reads it. */
    long fetchAndAdd(
            @Nullable LocalBuffer result, int offset, RemoteBuffer target, long at, long delta, Reporting reporting) {
        return postAtomic(RequestOpcode.FETCH_AND_ADD, result, offset, target, at, delta, 0, reporting);
    }

    /** Posts COMPARE AND SWAP. Without a buffer for it, the result is placed where the future reads it. */
    long compareAndSwap(
            @Nullable LocalBuffer result,
            int offset,
            RemoteBuffer target,
            long at,
            long expected,
            long swap,
            Reporting reporting) {
        return postAtomic(RequestOpcode.COMPARE_AND_SWAP, result, offset, target, at, expected, swap, reporting);
    }

    private long post(
            RequestOpcode operation,
            ScatterGather parts,
            @Nullable RemoteBuffer remote,
            long address,
            Reporting reporting) {
        return post(operation, parts.buffer(0), 0, parts.bytes(), parts, remote, address, reporting);
    }

    /** Posts a request for a part of a buffer, or for the parts of a list, whose first buffer is given. */
    private long post(
            RequestOpcode operation,
            LocalBuffer local,
            int offset,
            int length,
            @Nullable ScatterGather parts,
            @Nullable RemoteBuffer remote,
            long address,
            Reporting reporting) {
        boolean read = operation == RequestOpcode.READ;
        table.lock.lock();
        try {
            begin(operation, remote, address, reporting);
            if (parts != null) {
                parts.writeTo(batch, domain, read);
            } else {
                MemoryRegion region = read ? local.sink(domain) : local.region(domain);
                if (length > 0) {
                    batch.segment(region, offset, length);
                }
            }
            return postBegun(operation, local, remote, length, reporting);
        } catch (ClosedObjectException e) {
            throw table.closed(pair, e);
        } finally {
            unlock();
        }
    }

    /** Begins a request; only a send has no remote buffer. */
    private void begin(RequestOpcode operation, @Nullable RemoteBuffer remote, long address, Reporting reporting) {
        if (remote == null) {
            batch.send(table.next(reporting));
        } else if (operation == RequestOpcode.READ) {
            batch.read(table.next(reporting), address, remote.key());
        } else {
            batch.write(table.next(reporting), address, remote.key());
        }
    }

    private long postAtomic(
            RequestOpcode operation,
            @Nullable LocalBuffer result,
            int offset,
            RemoteBuffer target,
            long at,
            long operand,
            long swap,
            Reporting reporting) {
        checkAtomic(operation, result, offset);
        long address = atomicAddress(target, at);
        table.lock.lock();
        try {
            if (operation == RequestOpcode.FETCH_AND_ADD) {
                batch.fetchAndAdd(table.next(reporting), address, target.key(), operand);
            } else {
                batch.compareAndSwap(table.next(reporting), address, target.key(), operand, swap);
            }
            LocalBuffer into = result == null ? results : result;
            int place = result == null ? table.nextPlace() * Long.BYTES : offset;
            if (reporting instanceof RequestFuture.OfAtomic future) {
                future.at(place);
            }
            batch.segment(into.region(domain), place, Long.BYTES);
            return postBegun(operation, into, target, Long.BYTES, reporting);
        } catch (ClosedObjectException e) {
            throw table.closed(pair, e);
        } finally {
            unlock();
        }
    }

    private void checkAtomic(RequestOpcode operation, @Nullable LocalBuffer result, int offset) {
        if (iwarp) {
            throw new UnsupportedException(
                    operation.text,
                    domain.context().device(),
                    Errno.EOPNOTSUPP,
                    "iWARP has no atomic operations; use a RoCE or InfiniBand device, or requests");
        }
        if (result != null) {
            result.check(offset, Long.BYTES);
        }
    }

    private static long atomicAddress(RemoteBuffer target, long at) {
        long address = target.address(at, Long.BYTES, Access.REMOTE_ATOMIC);
        if (address % Long.BYTES != 0) {
            throw new ConnectionException("the 8 bytes at offset " + at + " of " + target
                    + " do not begin at a multiple of 8, as those of an atomic operation must");
        }
        return address;
    }

    private long postBegun(
            RequestOpcode operation,
            LocalBuffer local,
            @Nullable RemoteBuffer remote,
            int length,
            Reporting reporting) {
        boolean signaled = !reporting.isUnsignaled() || table.isMilestone(reporting);
        if (!signaled) {
            batch.unsignaled();
        }
        pair.post(batch);
        return table.posted(operation, local, remote, length, reporting, signaled);
    }

    /** Drops the request, posted or not, and unlocks. */
    private void unlock() {
        batch.clear();
        table.lock.unlock();
    }
}
