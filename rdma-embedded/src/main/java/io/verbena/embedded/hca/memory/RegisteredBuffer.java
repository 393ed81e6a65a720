package io.verbena.embedded.hca.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The buffer of a memory region or of a window. Copies enter and exit it, and closing waits until the last copy has left. */
final class RegisteredBuffer {
    private static final int CLOSED = Integer.MIN_VALUE;
    private static final int SPINS = 200;
    private static final long PAUSE_NANOS = 20_000;

    final ByteBuffer bytes;

    /** The buffer of the region of a window; null for a region. */
    private final @Nullable RegisteredBuffer region;

    /** Number of copies in flight; negative once the buffer is closed. */
    private final AtomicInteger users = new AtomicInteger();

    RegisteredBuffer(ByteBuffer buffer) {
        this(buffer.slice(), null);
    }

    private RegisteredBuffer(ByteBuffer buffer, @Nullable RegisteredBuffer region) {
        this.bytes = buffer.order(ByteOrder.nativeOrder());
        this.region = region;
    }

    RegisteredBuffer part(int offset, int length) {
        return new RegisteredBuffer(bytes.slice(offset, length), this);
    }

    boolean enter() {
        if (region != null && !region.enter()) {
            return false;
        }
        if (users.getAndIncrement() >= 0) {
            return true;
        }
        exit();
        return false;
    }

    void exit() {
        users.getAndDecrement();
        if (region != null) {
            region.exit();
        }
    }

    /** Refuses new copies, and waits for those in flight. */
    void close() {
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
