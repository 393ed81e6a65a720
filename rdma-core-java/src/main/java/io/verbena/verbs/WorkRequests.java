package io.verbena.verbs;

import io.verbena.spi.verbs.DataPath;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SegmentRecord;
import java.nio.ByteBuffer;

/** The slots of a batch of requests. A slot has a record, its scatter/gather list, and space for inline data. */
final class WorkRequests {
    private static final int ALIGNMENT = 16;

    final RecordMemory memory;
    final ByteBuffer bytes;
    final int capacity;
    private final int basicSize;
    private final int headerSize;
    private final int segmentCountField;
    private final int maxSegments;
    final int stride;
    int count;

    /** The offset of the last request. */
    private int last;

    /** How many scatter/gather entries the last request has. */
    private int segments;

    /** The end of what the requests so far have written of their records. */
    private int writtenSize;

    /**
     * Allocates the slots.
     *
     * @param basicSize the size of the fields of a record that every request writes, or that C writes
     * @param headerSize the size of a record without its scatter/gather list
     * @param extra bytes of a slot after the list
     */
    WorkRequests(
            DataPath data,
            int capacity,
            int basicSize,
            int headerSize,
            int segmentCountField,
            int maxSegments,
            int extra) {
        if (capacity < 1) {
            throw new IllegalArgumentException("a batch of " + capacity + " requests; it has at least one");
        }
        this.capacity = capacity;
        this.basicSize = basicSize;
        this.writtenSize = basicSize;
        this.headerSize = headerSize;
        this.segmentCountField = segmentCountField;
        this.maxSegments = maxSegments;
        this.stride = headerSize + maxSegments * SegmentRecord.SIZE + (extra + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        this.memory = data.records(Math.multiplyExact(stride, capacity));
        this.bytes = memory.bytes();
    }

    /** Adds a request, whose fields after the basic ones are 0, and returns its offset. */
    int add() {
        if (count == capacity) {
            throw new IllegalStateException(
                    "the batch has room for " + capacity + " requests; post it, or make a larger one");
        }
        int at = count * stride;
        for (int field = basicSize; field < writtenSize; field += Long.BYTES) {
            bytes.putLong(at + field, 0);
        }
        count++;
        last = at;
        segments = 0;
        return at;
    }

    /** Returns the offset of the last request. */
    int last() {
        if (count == 0) {
            throw new IllegalStateException("the batch is empty; start a request first");
        }
        return last;
    }

    /** Returns the offset of a field of the last request, which the caller writes. */
    int written(int field) {
        writtenSize = Math.max(writtenSize, field + 1);
        return last() + field;
    }

    /** Adds a scatter/gather entry to the last request. */
    void segment(long address, int length, int localKey) {
        int at = last();
        if (segments == maxSegments) {
            throw new IllegalStateException("a request of this batch has at most " + maxSegments
                    + " segments; make the queue pair, or the connection, with more, or use several requests");
        }
        int segment = at + headerSize + segments * SegmentRecord.SIZE;
        bytes.putLong(segment + SegmentRecord.ADDRESS, address)
                .putInt(segment + SegmentRecord.LENGTH, length)
                .putInt(segment + SegmentRecord.LOCAL_KEY, localKey);
        bytes.putInt(at + segmentCountField, ++segments);
    }

    /** Returns the offset of the space for inline data of the last request. */
    int extra() {
        return last() + headerSize + maxSegments * SegmentRecord.SIZE;
    }

    /** Returns how many scatter/gather entries the last request has, which must exist. */
    int segments() {
        return segments;
    }

    void clear() {
        count = 0;
    }
}
