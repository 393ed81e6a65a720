package io.verbena.connection;

import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;

/** Posts receives, each checked before. Allocates nothing. */
final class ReceiveQueue {
    private final QueuePair pair;
    private final RequestTable table;
    private final ReceiveRequests batch;
    private final int sink;

    ReceiveQueue(QueuePair pair, RequestTable table, int sink) {
        this.pair = pair;
        this.table = table;
        this.sink = sink;
        this.batch = pair.receiveRequests(1);
    }

    RequestTable table() {
        return table;
    }

    long receive(LocalBuffer target, int offset, int length, Hearer hearer) {
        target.check(offset, length);
        table.lock().lock();
        try {
            batch.receive(CompletionPump.id(sink, table.next()));
            if (length > 0) {
                batch.segment(target.region(), offset, length);
            }
            return post(target, length, hearer);
        } finally {
            unlock();
        }
    }

    long receive(ScatterGather target, Hearer hearer) {
        table.lock().lock();
        try {
            batch.receive(CompletionPump.id(sink, table.next()));
            target.writeTo(batch);
            return post(target.buffer(0), target.bytes(), hearer);
        } finally {
            unlock();
        }
    }

    private long post(LocalBuffer target, int length, Hearer hearer) {
        target.requireOf(pair.domain());
        try {
            pair.post(batch);
        } catch (ClosedObjectException e) {
            throw table.closed();
        }
        return table.posted(Operation.RECEIVE, target, null, length, hearer);
    }

    private void unlock() {
        batch.clear();
        table.lock().unlock();
    }
}
