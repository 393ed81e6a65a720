package io.verbena.verbs;

import io.verbena.spi.verbs.DataPath;
import io.verbena.spi.verbs.ReceiveRecord;
import io.verbena.spi.verbs.RecordMemory;

/**
 * A batch of receive requests. {@link #receive} starts a request, {@link #segment} adds memory for its message. Posting clears the
 * batch. Use a batch by one thread at a time. Its methods do not allocate.
 */
public final class ReceiveRequests {
    final WorkRequests requests;

    ReceiveRequests(DataPath data, int capacity, int maxSegments) {
        requests = new WorkRequests(
                data,
                capacity,
                ReceiveRecord.SEGMENTS,
                ReceiveRecord.SEGMENTS,
                ReceiveRecord.SEGMENT_COUNT,
                maxSegments,
                0);
    }

    /**
     * Starts a receive request.
     *
     * @param id the ID that the completion reports
     * @throws IllegalStateException if the batch is full
     */
    public ReceiveRequests receive(long id) {
        int at = requests.add();
        requests.bytes.putLong(at + ReceiveRecord.ID, id).putInt(at + ReceiveRecord.SEGMENT_COUNT, 0);
        return this;
    }

    /**
     * Adds a whole region of less than 2 GiB to the last request.
     *
     * @throws ClosedObjectException if the region is closed
     */
    public ReceiveRequests segment(MemoryRegion region) {
        return segment(region, 0, Math.toIntExact(region.length()));
    }

    /**
     * Adds a part of a region to the last request.
     *
     * @throws IndexOutOfBoundsException if the part is not within the region
     * @throws ClosedObjectException if the region is closed
     */
    public ReceiveRequests segment(MemoryRegion region, long offset, int length) {
        requests.segment(region.address(offset, length), length, region.localKey());
        return this;
    }

    /** Adds memory by its address, which only the device checks. */
    public ReceiveRequests segment(long address, int length, int localKey) {
        requests.segment(address, length, localKey);
        return this;
    }

    /** An operation of the driver that posts to a queue. */
    interface Posting {
        long post(DataPath driver, long queue, RecordMemory requests, int stride, int count);
    }

    /** Posts this batch to a queue, and clears it. */
    void post(QueueObject queue, String call, Posting posting) {
        int count = requests.count;
        if (count == 0) {
            return;
        }
        queue.enterData();
        try {
            long outcome = posting.post(queue.driver, queue.dataHandle, requests.memory, requests.stride, count);
            queue.checkPosted(call, outcome, count);
        } finally {
            queue.exitData();
        }
        clear();
    }

    /** Returns the number of requests. */
    public int size() {
        return requests.count;
    }

    /** Removes all requests. */
    public void clear() {
        requests.clear();
    }
}
