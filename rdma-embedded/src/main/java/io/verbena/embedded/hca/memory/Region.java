package io.verbena.embedded.hca.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A region of memory: a direct buffer, by addresses of its own. */
public final class Region extends Keyed {
    private static final int CLOSED = Integer.MIN_VALUE;
    private static final int SPINS = 200;
    private static final long PAUSE_NANOS = 20_000;

    private final int key;
    private final ByteBuffer bytes;
    private final long address;
    private final int access;

    /** How many copies are under way; negative as soon as none may begin. */
    private final AtomicInteger users = new AtomicInteger();

    Region(int number, int key, Domain domain, ByteBuffer bytes, long address, int access) {
        super(number, domain);
        this.key = key;
        this.bytes = bytes.slice().order(ByteOrder.nativeOrder());
        this.address = address;
        this.access = access;
    }

    /** Its key, for this side and for the other. */
    public int key() {
        return key;
    }

    /** What its first byte is called. */
    public long address() {
        return address;
    }

    ByteBuffer bytes() {
        return bytes;
    }

    boolean allows(int wanted) {
        return (access & wanted) == wanted;
    }

    /** Where so many bytes begin; -1 if they are not within. */
    int offset(long at, long length) {
        long offset = at - address;
        return length < 0 || offset < 0 || offset > bytes.capacity() - length ? -1 : (int) offset;
    }

    @Override
    boolean reach(SegmentList by, int wanted, long at, int length, int needed) {
        int offset = offset(at, length);
        return offset >= 0
                && wanted == key
                && by.domain() == domain()
                && allows(needed)
                && by.enter(this, offset, length);
    }

    /** A region is registered by a call, and ends by one. */
    @Override
    boolean invalidate(SegmentList by, int wanted) {
        return false;
    }

    /** Begins to copy; false if it is closed. */
    boolean enter() {
        if (users.getAndIncrement() >= 0) {
            return true;
        }
        exit();
        return false;
    }

    void exit() {
        users.getAndDecrement();
    }

    /** Lets no copy begin, and waits for those that are under way. */
    public void close() {
        users.getAndAdd(CLOSED);
        for (int spins = 0; users.get() != CLOSED; spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }
}
