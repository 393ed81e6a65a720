package io.verbena.stream;

import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** One direction of a stream: one thread at a time moves bytes. */
final class Direction {
    final StreamBuffer buffer = new StreamBuffer();
    private final StreamEnd stream;
    private final int events;
    private final String wanted;
    private final ReentrantLock lock = new ReentrantLock();

    /** Made when somebody has to wait. */
    private @Nullable StreamWait wait;

    Direction(StreamEnd stream, int events, String wanted) {
        this.stream = stream;
        this.events = events;
        this.wanted = wanted;
    }

    /** Moves bytes when it is this thread's turn. */
    int turn(Deadline deadline, IntSupplier move) {
        try {
            if (!lock.tryLock() && !lock.tryLock(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
                throw new StreamTimeoutException(stream, wanted, deadline.timeout());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedWaitException(stream);
        }
        try {
            return move.getAsInt();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until bytes may be moved; the caller looks again. */
    void await(Deadline deadline) {
        stream.await(theWait(), events, wanted, deadline);
    }

    /** What is so of the stream, without waiting. */
    int look() {
        StreamWait with = theWait();
        return stream.using(() -> {
            with.set(0, stream.number, stream.waitedFor(events));
            return with.await(1, 0) ? with.ready(0) : 0;
        });
    }

    private StreamWait theWait() {
        StreamWait with = wait;
        if (with == null) {
            with = stream.createWait();
            wait = with;
        }
        return with;
    }
}
