package io.verbena.embedded.hca.queue;

import io.verbena.hca.SendFlag;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SegmentRecord;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The sends of a queue pair, as {@link SendRecord}s with their inline data behind them. A request is posted, begun, done, and
 * its slot is free when it or one behind it has been completed (IBA 10.8.5.1). Guarded by the lock of the sends.
 */
final class SendRing {
    private static final WorkRequestOpcode[] OPCODES = new WorkRequestOpcode[16];

    static {
        for (int code = 0; code < OPCODES.length; code++) {
            OPCODES[code] = WorkRequestOpcode.of(code);
        }
    }

    private final int capacity;
    private final int size;
    private final int inline;
    private final ByteBuffer slots;
    private final WorkCompletionStatus[] results;
    private final long[] arrivals;
    private final long[] ends;

    /** Of each how many there were, ever. */
    private long posted;

    private long begun;
    private long done;
    private long freed;

    /** Of those that are begun and not done, how many are reads or atomics. */
    private int reads;

    SendRing(int capacity, int segments, int inlineBytes) {
        this.capacity = Math.max(1, capacity);
        this.inline = SendRecord.SEGMENTS + Math.max(1, segments) * SegmentRecord.SIZE;
        this.size = inline + (inlineBytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        this.slots = ByteBuffer.allocate(this.capacity * size).order(ByteOrder.nativeOrder());
        this.results = new WorkCompletionStatus[this.capacity];
        this.arrivals = new long[this.capacity];
        this.ends = new long[this.capacity];
    }

    static WorkRequestOpcode opcode(ByteBuffer record, int at) {
        int code = record.getInt(at + SendRecord.OPCODE);
        return code < 0 || code >= OPCODES.length ? WorkRequestOpcode.UNKNOWN : OPCODES[code];
    }

    private int slot(long request) {
        return (int) (request % capacity);
    }

    boolean hasRoom(int requests) {
        return posted - freed + requests <= capacity;
    }

    boolean isAllBegun() {
        return begun == posted;
    }

    boolean isAllDone() {
        return done == begun;
    }

    /**
     * Adds a request.
     *
     * @param arrival when it arrives at the other side; 0 if it takes no time
     */
    void add(RecordMemory requests, int at, long arrival) {
        ByteBuffer from = requests.bytes();
        int slot = slot(posted);
        int target = slot * size;
        int segments = from.getInt(at + SendRecord.SEGMENT_COUNT);
        slots.put(target, from, at, SendRecord.SEGMENTS + segments * SegmentRecord.SIZE);
        if ((from.getInt(at + SendRecord.FLAGS) & SendFlag.INLINE.code()) != 0) {
            int length = 0;
            for (int i = 0, segment = at + SendRecord.SEGMENTS; i < segments; i++, segment += SegmentRecord.SIZE) {
                int bytes = from.getInt(segment + SegmentRecord.LENGTH);
                int source = (int) (from.getLong(segment + SegmentRecord.ADDRESS) - requests.address());
                slots.put(target + inline + length, from, source, bytes);
                length += bytes;
            }
            slots.putInt(target + SendRecord.SEGMENT_COUNT, 1);
            slots.putInt(target + SendRecord.SEGMENTS + SegmentRecord.LENGTH, length);
        }
        arrivals[slot] = arrival;
        posted++;
    }

    /** Of the first that is posted and not begun: where its record lies. */
    int next() {
        return slot(begun) * size;
    }

    ByteBuffer records() {
        return slots;
    }

    /** Where its inline data lie. */
    int inlineData() {
        return next() + inline;
    }

    long arrival() {
        return arrivals[slot(begun)];
    }

    /** It is over with this result, and completed at a time; 0 for at once. */
    void begun(WorkCompletionStatus result, long end) {
        reads += isRead(next()) ? 1 : 0;
        int slot = slot(begun++);
        results[slot] = result;
        ends[slot] = end;
    }

    /** Of the first that is begun and not done: where its record lies. */
    int ended() {
        return slot(done) * size;
    }

    WorkCompletionStatus result() {
        return results[slot(done)];
    }

    long end() {
        return ends[slot(done)];
    }

    /** It is done; {@code told} if it was completed. */
    void done(boolean told) {
        reads -= isRead(ended()) ? 1 : 0;
        done++;
        freed = told ? done : freed;
    }

    /** Gives up the next that is not done. */
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
        return LocalRequests.isRead(opcode(slots, at));
    }

    /** How many reads and atomics are under way. */
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
