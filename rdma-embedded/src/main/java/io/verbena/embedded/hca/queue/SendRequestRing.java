package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.KeyTable;
import io.verbena.embedded.hca.memory.ScatterGatherList;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A ring of posted send requests, as {@link SendRecord}s with their inline data. A request is posted, started and
 * completed; its slot is free once it or a later request has generated a completion (IBA 10.8.5.1). Guarded by the lock
 * of the requester.
 */
final class SendRequestRing {
    private final SendSlots slots;
    private final WorkCompletionStatus[] results;
    private final long[] arrivals;
    private final long[] ends;

    /** Numbers of requests posted, started, completed and freed since the queue pair was created. */
    private long posted;

    private long begun;
    private long done;
    private long freed;

    private int reads;

    SendRequestRing(QueuePairCapacity capacity, int headerBytes) {
        this.slots = new SendSlots(capacity, headerBytes);
        this.results = new WorkCompletionStatus[slots.count];
        this.arrivals = new long[slots.count];
        this.ends = new long[slots.count];
    }

    private int slot(long request) {
        return (int) (request % slots.count);
    }

    boolean hasRoom(int requests) {
        return posted - freed + requests <= slots.count;
    }

    boolean isAllBegun() {
        return begun == posted;
    }

    boolean isAllDone() {
        return done == begun;
    }

    void add(RecordMemory requests, int at, long arrival) {
        int slot = slot(posted);
        slots.store(slot, requests, at);
        arrivals[slot] = arrival;
        posted++;
    }

    int next() {
        return slots.at(slot(begun));
    }

    byte[] headers() {
        return slots.headers(next());
    }

    ByteBuffer records() {
        return slots.records();
    }

    /**
     * Adds the memory of the next request to a list, or performs the request if it concerns this adapter only.
     *
     * @return the status with which the request completes, or null if it must be sent to the peer
     */
    @Nullable WorkCompletionStatus gather(KeyTable keys, ScatterGatherList bytes) {
        return slots.gather(next(), keys, bytes);
    }

    long arrival() {
        return arrivals[slot(begun)];
    }

    void begun(WorkCompletionStatus result, long end) {
        reads += isRead(next()) ? 1 : 0;
        int slot = slot(begun++);
        results[slot] = result;
        ends[slot] = end;
    }

    int ended() {
        return slots.at(slot(done));
    }

    WorkCompletionStatus result() {
        return results[slot(done)];
    }

    long end() {
        return ends[slot(done)];
    }

    void done(boolean reported) {
        reads -= isRead(ended()) ? 1 : 0;
        done++;
        freed = reported ? done : freed;
    }

    boolean giveUp() {
        if (done == posted) {
            begun = posted;
            return false;
        }
        if (begun == done) {
            begun(WorkCompletionStatus.FLUSHED, 0);
        }
        return true;
    }

    private boolean isRead(int at) {
        return SendRecords.isRead(SendRecords.opcode(slots.records(), at));
    }

    int reads() {
        return reads;
    }

    void clear() {
        begun = posted;
        done = posted;
        freed = posted;
        reads = 0;
    }
}
