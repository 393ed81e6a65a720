package io.verbena.embedded.hca.queue;

import io.verbena.error.Errno;
import io.verbena.spi.verbs.ReceiveRecord;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SegmentRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.locks.ReentrantLock;

/** A ring of posted receive requests, as {@link ReceiveRecord}s. */
final class ReceiveRequestRing {
    private final ReentrantLock lock = new ReentrantLock();
    private final int segments;
    private final int size;
    private ByteBuffer slots;
    private int capacity;
    private int first;
    private int count;

    ReceiveRequestRing(int capacity, int segments) {
        this.capacity = capacity;
        this.segments = segments;
        this.size = ReceiveRecord.SEGMENTS + segments * SegmentRecord.SIZE;
        this.slots = memory(capacity);
    }

    private ByteBuffer memory(int forSlots) {
        return ByteBuffer.allocate(forSlots * size).order(ByteOrder.nativeOrder());
    }

    ByteBuffer slot() {
        return memory(1);
    }

    /** Adds requests; returns the number added, and in the upper half the errno of the next. */
    long post(RecordMemory requests, int stride, int wanted) {
        ByteBuffer from = requests.bytes();
        lock.lock();
        try {
            for (int i = 0, at = 0; i < wanted; i++, at += stride) {
                int parts = from.getInt(at + ReceiveRecord.SEGMENT_COUNT);
                if (parts > segments || parts < 0) {
                    return SendRecords.outcome(i, Errno.EINVAL);
                }
                if (count == capacity) {
                    return SendRecords.outcome(i, Errno.ENOMEM);
                }
                int slot = (first + count++) % capacity * size;
                slots.put(slot, from, at, ReceiveRecord.SEGMENTS + parts * SegmentRecord.SIZE);
            }
            return SendRecords.outcome(wanted, 0);
        } finally {
            lock.unlock();
        }
    }

    boolean take(ByteBuffer slot) {
        lock.lock();
        try {
            if (count == 0) {
                return false;
            }
            slot.put(0, slots, first * size, size);
            first = (first + 1) % capacity;
            count--;
            return true;
        } finally {
            lock.unlock();
        }
    }

    int count() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    int capacity() {
        lock.lock();
        try {
            return capacity;
        } finally {
            lock.unlock();
        }
    }

    void clear() {
        lock.lock();
        try {
            count = 0;
        } finally {
            lock.unlock();
        }
    }

    boolean resize(int wanted) {
        lock.lock();
        try {
            if (count > wanted) {
                return false;
            }
            ByteBuffer target = memory(wanted);
            for (int i = 0; i < count; i++) {
                target.put(i * size, slots, (first + i) % capacity * size, size);
            }
            slots = target;
            capacity = wanted;
            first = 0;
            return true;
        } finally {
            lock.unlock();
        }
    }
}
