package io.verbena.connection;

import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import org.jspecify.annotations.Nullable;

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
        return post(target, offset, length, null, reporting);
    }

    long receive(ScatterGather target, Reporting reporting) {
        return post(target.buffer(0), 0, target.bytes(), target, reporting);
    }

    /** Posts a receive into a part of a buffer, or into the parts of a list, whose first buffer is given. */
    private long post(LocalBuffer target, int offset, int length, @Nullable ScatterGather parts, Reporting reporting) {
        table.lock.lock();
        try {
            batch.receive(table.next(reporting));
            if (parts != null) {
                parts.writeTo(batch, domain);
            } else {
                MemoryRegion region = target.region(domain);
                if (length > 0) {
                    batch.segment(region, offset, length);
                }
            }
            pair.post(batch);
            return table.posted(RequestOpcode.RECEIVE, target, null, length, reporting, true);
        } catch (ClosedObjectException e) {
            throw table.closed(pair, e);
        } finally {
            batch.clear();
            table.lock.unlock();
        }
    }
}
