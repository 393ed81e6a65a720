package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.KeyTable;
import io.verbena.embedded.hca.memory.Region;
import io.verbena.embedded.hca.memory.ScatterGatherList;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.SendFlag;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SegmentRecord;
import io.verbena.spi.verbs.SendRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A ring of posted send requests, as {@link SendRecord}s with their inline data. A request is posted, started and
 * completed; its slot is free once it or a later request has generated a completion (IBA 10.8.5.1). Guarded by the lock
 * of the requester.
 */
final class SendRequestRing {
    /** The length of the longest message (IBA 9.3.1). */
    static final long MAX_LENGTH = 1L << 31;

    private final int capacity;
    private final int size;
    private final int inline;
    private final int headers;
    private final ByteBuffer slots;
    private final WorkCompletionStatus[] results;
    private final long[] arrivals;
    private final long[] ends;

    /** Numbers of requests posted, started, completed and freed since the queue pair was created. */
    private long posted;

    private long begun;
    private long done;
    private long freed;

    /** Number of reads and atomic operations that are outstanding. */
    private int reads;

    SendRequestRing(int capacity, int segments, int inlineBytes, int headerBytes) {
        this.capacity = Math.max(1, capacity);
        this.inline = SendRecord.SEGMENTS + Math.max(1, segments) * SegmentRecord.SIZE;
        this.headers = inline + inlineBytes;
        this.size = (headers + headerBytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        this.slots = ByteBuffer.allocate(this.capacity * size).order(ByteOrder.nativeOrder());
        this.results = new WorkCompletionStatus[this.capacity];
        this.arrivals = new long[this.capacity];
        this.ends = new long[this.capacity];
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
     * @param arrival the time at which the request arrives at the peer; 0 if it takes no time
     */
    void add(RecordMemory requests, int at, long arrival) {
        ByteBuffer from = requests.bytes();
        int slot = slot(posted);
        int target = slot * size;
        int segments = from.getInt(at + SendRecord.SEGMENT_COUNT);
        slots.put(target, from, at, SendRecord.SEGMENTS + segments * SegmentRecord.SIZE);
        if (SendRecords.has(SendFlag.INLINE, from, at)) {
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
        if (SendRecords.opcode(from, at) == WorkRequestOpcode.TSO) {
            int source = (int) (from.getLong(at + SendRecord.TSO_HEADER) - requests.address());
            slots.put(target + headers, from, source, from.getShort(at + SendRecord.TSO_HEADER_LENGTH) & 0xffff);
        }
        arrivals[slot] = arrival;
        posted++;
    }

    /** Returns the offset of the next request to start. */
    int next() {
        return slot(begun) * size;
    }

    /** Returns a copy of the headers of the next request, whose data the adapter divides into frames. */
    byte[] headers() {
        byte[] copy = new byte[slots.getShort(next() + SendRecord.TSO_HEADER_LENGTH) & 0xffff];
        slots.get(next() + headers, copy);
        return copy;
    }

    ByteBuffer records() {
        return slots;
    }

    /**
     * Adds the memory of the next request to a list, or performs the request if it concerns this adapter only.
     *
     * @return the status with which the request completes, or null if it must be sent to the peer
     */
    @Nullable WorkCompletionStatus gather(KeyTable keys, ScatterGatherList bytes) {
        int at = next();
        WorkRequestOpcode opcode = SendRecords.opcode(slots, at);
        if (opcode == WorkRequestOpcode.BIND_WINDOW) {
            return bind(keys, bytes, at) ? WorkCompletionStatus.SUCCESS : WorkCompletionStatus.WINDOW_BIND_ERROR;
        }
        if (opcode == WorkRequestOpcode.LOCAL_INVALIDATE) {
            return bytes.invalidate(slots.getInt(at + SendRecord.IMMEDIATE))
                    ? WorkCompletionStatus.SUCCESS
                    : WorkCompletionStatus.WINDOW_BIND_ERROR;
        }
        int segments = slots.getInt(at + SendRecord.SEGMENT_COUNT);
        if (SendRecords.has(SendFlag.INLINE, slots, at)) {
            bytes.add(slots, at + inline, slots.getInt(at + SendRecord.SEGMENTS + SegmentRecord.LENGTH));
            return null;
        }
        int access = SendRecords.isRead(opcode) ? AccessFlag.LOCAL_WRITE.code() : 0;
        if (!bytes.addAll(slots, at + SendRecord.SEGMENTS, segments, access)) {
            return WorkCompletionStatus.LOCAL_PROTECTION_ERROR;
        }
        boolean valid = switch (opcode) {
            case COMPARE_AND_SWAP, FETCH_AND_ADD -> segments == 1 && bytes.length() == Long.BYTES;
            case ATOMIC_WRITE, FLUSH -> segments == 0;
            default -> bytes.length() <= MAX_LENGTH;
        };
        return valid ? null : WorkCompletionStatus.LOCAL_LENGTH_ERROR;
    }

    private boolean bind(KeyTable keys, ScatterGatherList bytes, int at) {
        Region region = keys.findRegion(slots.getLong(at + SendRecord.WINDOW_REGION));
        return region != null
                && keys.windowAt(slots.getLong(at + SendRecord.WINDOW))
                        .bind(
                                bytes,
                                slots.getInt(at + SendRecord.WINDOW_KEY),
                                region,
                                slots.getLong(at + SendRecord.WINDOW_ADDRESS),
                                slots.getLong(at + SendRecord.WINDOW_LENGTH),
                                slots.getInt(at + SendRecord.WINDOW_ACCESS));
    }

    long arrival() {
        return arrivals[slot(begun)];
    }

    /**
     * Records the result of the next request.
     *
     * @param end the time at which the request completes; 0 for immediately
     */
    void begun(WorkCompletionStatus result, long end) {
        reads += isRead(next()) ? 1 : 0;
        int slot = slot(begun++);
        results[slot] = result;
        ends[slot] = end;
    }

    /** Returns the offset of the next request to complete. */
    int ended() {
        return slot(done) * size;
    }

    WorkCompletionStatus result() {
        return results[slot(done)];
    }

    long end() {
        return ends[slot(done)];
    }

    /**
     * Removes the next request to complete.
     *
     * @param reported whether the request generated a completion
     */
    void done(boolean reported) {
        reads -= isRead(ended()) ? 1 : 0;
        done++;
        freed = reported ? done : freed;
    }

    /** Cancels the next request to complete; returns false if there is none. */
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
        return SendRecords.isRead(SendRecords.opcode(slots, at));
    }

    /** Returns the number of reads and atomic operations that are outstanding. */
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
