package io.verbena.connection;

import io.verbena.verbs.CallbackThread;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one thread close an object while the others wait. The next close retries one that failed. Safe for use by several
 * threads.
 */
final class CloseOnce {
    private final Object object;
    private final Duration timeout;
    private final ReentrantLock closing = new ReentrantLock();

    /** Guarded by {@link #closing}. */
    private boolean done;

    CloseOnce(Object object, Duration timeout) {
        this.object = object;
        this.timeout = timeout;
    }

    /**
     * Frees the object, unless it is freed, and waits for another thread that is freeing it. Does not wait in a callback of the
     * library, for which that thread may be waiting, nor in a nested call of that thread.
     *
     * @throws ConnectionTimeoutException if the other thread takes longer than the timeout
     */
    void run(Runnable free) {
        if (closing.isHeldByCurrentThread() || !lock()) {
            return;
        }
        try {
            if (!done) {
                free.run();
                done = true;
            }
        } finally {
            closing.unlock();
        }
    }

    private boolean lock() {
        if (Thread.currentThread() instanceof CallbackThread) {
            return closing.tryLock();
        }
        try {
            if (closing.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                return true;
            }
        } catch (InterruptedException e) {
            // The other thread closes the object all the same.
            Thread.currentThread().interrupt();
            return closing.tryLock();
        }
        throw new ConnectionTimeoutException(
                object + " is still being closed by another thread after " + timeout.toMillis() + " ms");
    }
}
