package io.verbena.verbs;

import io.verbena.spi.verbs.DataPath;
import io.verbena.spi.verbs.ReceiveRecord;

/**
 * A batch of receives. {@link #receive} begins one, {@link #segment} says where its message goes. Posting empties the
 * batch. For one thread at a time; allocates nothing.
 */
public final class ReceiveRequests {
    private final WorkRequests requests;

    ReceiveRequests(DataPath data, int capacity, int maxSegments) {
        requests =
                new WorkRequests(data, capacity, ReceiveRecord.SEGMENTS, ReceiveRecord.SEGMENT_COUNT, maxSegments, 0);
    }

    WorkRequests requests() {
        return requests;
    }

    /**
     * Begins a receive.
     *
     * @param id what its completion tells
     * @throws IllegalStateException if the batch is full
     */
    public ReceiveRequests receive(long id) {
        int at = requests.add();
        requests.bytes().putLong(at + ReceiveRecord.ID, id);
        return this;
    }

    /**
     * The whole of a region, which has less than 2 GiB, for the message of the last receive.
     *
     * @throws ClosedObjectException if the region is closed
     */
    public ReceiveRequests segment(MemoryRegion region) {
        return segment(region, 0, Math.toIntExact(region.length()));
    }

    /**
     * A part of a region for the message of the last receive, behind what there is for it already.
     *
     * @throws IndexOutOfBoundsException if the part is not within the region
     * @throws ClosedObjectException if the region is closed
     */
    public ReceiveRequests segment(MemoryRegion region, long offset, int length) {
        requests.segment(region.address(offset, length), length, region.localKey());
        return this;
    }

    /** Memory by address, which only the device checks. */
    public ReceiveRequests segment(long address, int length, int localKey) {
        requests.segment(address, length, localKey);
        return this;
    }

    /** How many requests there are. */
    public int size() {
        return requests.count();
    }

    /** Drops them. */
    public void clear() {
        requests.clear();
    }
}
