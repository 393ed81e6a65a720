package io.verbena.connection;

import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;

/** Posts receives, each checked before. Allocates nothing. */
final class ReceiveQueue {
    private final QueuePair pair;
    private final ProtectionDomain domain;
    final RequestTable table;
    private final ReceiveRequests batch;

    ReceiveQueue(QueuePair pair, RequestTable table) {
        this.pair = pair;
        this.domain = pair.domain();
        this.table = table;
        this.batch = pair.receiveRequests(1);
    }

    long receive(LocalBuffer target, int offset, int length, Reporting reporting) {
        target.check(offset, length);
        table.lock.lock();
        try {
            batch.receive(table.next(reporting));
            MemoryRegion region = target.region(domain);
            if (length > 0) {
                batch.segment(region, offset, length);
            }
            return post(target, length, reporting);
        } catch (ClosedObjectException e) {
            throw table.closed(pair, e);
        } finally {
            unlock();
        }
    }

    long receive(ScatterGather target, Reporting reporting) {
        table.lock.lock();
        try {
            batch.receive(table.next(reporting));
            target.writeTo(batch, domain);
            return post(target.buffer(0), target.bytes(), reporting);
        } catch (ClosedObjectException e) {
            throw table.closed(pair, e);
        } finally {
            unlock();
        }
    }

    private long post(LocalBuffer target, int length, Reporting reporting) {
        pair.post(batch);
        return table.posted(RequestOpcode.RECEIVE, target, null, length, reporting, true);
    }

    private void unlock() {
        batch.clear();
        table.lock.unlock();
    }
}
