package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.Domain;
import io.verbena.embedded.hca.memory.SegmentList;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.spi.verbs.ReceiveRecord;
import io.verbena.spi.verbs.RecordMemory;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What a queue pair receives into: receives of its own, or of a shared queue. Guarded by the lock of the receives. */
final class Receives {
    private final QueuePair pair;
    private final @Nullable SharedReceiveQueue shared;
    private final ReceiveRing own;
    private final SegmentList place;
    private final Completion completion;
    private final RouteHeader header;

    /** The receive that was taken. */
    private final ByteBuffer slot;

    Receives(QueuePair pair) {
        QueuePair.Plan plan = pair.plan();
        QueuePairCapacity capacity = plan.capacity();
        this.pair = pair;
        this.shared = plan.shared();
        this.own = new ReceiveRing(capacity.receives(), Math.max(1, capacity.receiveSegments()));
        this.slot = shared == null ? own.slot() : shared.slot();
        Domain domain = shared == null ? plan.domain() : shared.domain();
        int segments = shared == null ? capacity.receiveSegments() : shared.segments();
        this.place = new SegmentList(pair.adapter().keys(), domain, pair.number(), segments);
        this.completion = new Completion(pair.number());
        this.header = new RouteHeader(pair.adapter().keys(), domain, pair.number());
    }

    boolean isForDatagrams() {
        return pair.plan().type() == QueuePairType.UD;
    }

    long post(RecordMemory requests, int stride, int count) {
        return own.post(requests, stride, count);
    }

    /** Takes the next receive; false if there is none. */
    boolean next() {
        return shared == null ? own.take(slot) : shared.take(slot);
    }

    /** Finds the memory of the receive, which is to have room for so many bytes. */
    WorkCompletionStatus reach(long length) {
        int segments = slot.getInt(ReceiveRecord.SEGMENT_COUNT);
        if (!place.addAll(slot, ReceiveRecord.SEGMENTS, segments, AccessFlag.LOCAL_WRITE.code())) {
            return WorkCompletionStatus.LOCAL_PROTECTION_ERROR;
        }
        return length > place.length() ? WorkCompletionStatus.LOCAL_LENGTH_ERROR : WorkCompletionStatus.SUCCESS;
    }

    /** Copies a message there, behind so many bytes for its global route header. */
    void fill(Message message, int behind) {
        if (behind > 0 && message.global) {
            header.write(message, place);
        }
        message.bytes.copyTo(place, behind);
    }

    /** The completion of the receive, to be added to. */
    Completion completion(WorkCompletionOpcode opcode) {
        return completion.of(slot.getLong(ReceiveRecord.ID), opcode, WorkCompletionStatus.SUCCESS);
    }

    /** Completes it; false if the completion queue is lost. */
    boolean tell(Completion done) {
        CompletionQueue queue = pair.plan().receives();
        return queue == null || queue.add(done);
    }

    void fail(WorkCompletionStatus status) {
        tell(completion.of(slot.getLong(ReceiveRecord.ID), WorkCompletionOpcode.RECEIVE, status));
    }

    /** Ends all that are of this queue pair alone. */
    void flush() {
        while (own.take(slot)) {
            fail(WorkCompletionStatus.FLUSHED);
        }
    }

    /** It takes none of a shared queue any more (IBA 11.6.3.4). */
    void ended() {
        if (shared != null) {
            pair.tell(AsyncEventType.LAST_REQUEST_REACHED);
        }
    }

    void clear() {
        own.clear();
    }

    void release() {
        place.clear();
    }
}
