package io.verbena.stream;

import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** The turns of threads that read a stream, or write to it, so that the bytes of one call stay together. */
final class StreamTurns {
    private final ReentrantLock lock = new ReentrantLock();

    /** The name of the turn in messages. */
    final String wanted;

    StreamTurns(String wanted) {
        this.wanted = wanted;
    }

    /**
     * Waits until no other thread has the turn; {@link #end} must follow.
     *
     * @throws StreamTimeoutException after the deadline
     */
    void begin(Object stream, Deadline deadline) {
        try {
            if (!lock.tryLock() && !lock.tryLock(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
                throw new StreamTimeoutException(stream, wanted, deadline.timeout());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedWaitException(stream);
        }
    }

    /** Waits as {@link #begin(Object, Deadline)} does, and allocates nothing if no other thread has the turn. */
    void begin(Object stream, Duration longest) {
        if (!lock.tryLock()) {
            begin(stream, Deadline.in(longest));
        }
    }

    void end() {
        lock.unlock();
    }
}
