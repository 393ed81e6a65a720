package io.verbena.embedded.hca.queue;

import io.verbena.error.Errno;
import io.verbena.spi.verbs.ReceiveRecord;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SegmentRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.locks.ReentrantLock;

/** Receives that wait for messages, as {@link ReceiveRecord}s. */
final class ReceiveRing {
    private final ReentrantLock lock = new ReentrantLock();
    private final int segments;
    private final int size;
    private ByteBuffer slots;
    private int capacity;
    private int first;
    private int count;

    ReceiveRing(int capacity, int segments) {
        this.capacity = capacity;
        this.segments = segments;
        this.size = ReceiveRecord.SEGMENTS + segments * SegmentRecord.SIZE;
        this.slots = memory(capacity);
    }

    private ByteBuffer memory(int forSlots) {
        return ByteBuffer.allocate(forSlots * size).order(ByteOrder.nativeOrder());
    }

    /** Room for one of them. */
    ByteBuffer slot() {
        return memory(1);
    }

    /** Adds them; how many, and why the next was not. */
    long post(RecordMemory requests, int stride, int wanted) {
        ByteBuffer from = requests.bytes();
        lock.lock();
        try {
            for (int i = 0, at = 0; i < wanted; i++, at += stride) {
                int parts = from.getInt(at + ReceiveRecord.SEGMENT_COUNT);
                if (parts > segments || parts < 0) {
                    return Requester.outcome(i, Errno.EINVAL);
                }
                if (count == capacity) {
                    return Requester.outcome(i, Errno.ENOMEM);
                }
                int slot = (first + count++) % capacity * size;
                slots.put(slot, from, at, ReceiveRecord.SEGMENTS + parts * SegmentRecord.SIZE);
            }
            return Requester.outcome(wanted, 0);
        } finally {
            lock.unlock();
        }
    }

    /** Takes the first into a slot; false if there is none. */
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

    /** Changes how many there may be; false if more wait. */
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
