package io.verbena.cm;

import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import io.verbena.verbs.WorkCompletion;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Takes completions one by one. Threads that wait take turns. */
final class CompletionWait {
    private final CompletionQueue queue;
    private final CompletionBatch batch;
    private final ReentrantLock lock = new ReentrantLock();

    CompletionWait(CompletionQueue queue) {
        this.queue = queue;
        this.batch = queue.batch(1);
    }

    /** Returns the next completion, whatever its status. */
    WorkCompletion next(Object subject, String wanted, Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        try {
            if (!lock.tryLock() && !lock.tryLock(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new CmTimeoutException(subject, wanted, timeout);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedWaitException(subject);
        }
        try {
            if (queue.await(batch, deadline) == 0) {
                throw new CmTimeoutException(subject, wanted, timeout);
            }
            return batch.get(0).copy();
        } finally {
            lock.unlock();
        }
    }
}
