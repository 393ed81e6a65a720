package io.verbena.sa;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Queue of notices between the reader of the end port, which never blocks, and a consumer. */
final class NoticeQueue {
    private static final int CAPACITY = 1024;

    private final BlockingQueue<NoticeEvent> queue = new ArrayBlockingQueue<>(CAPACITY);
    private final AtomicLong dropped = new AtomicLong();

    void offer(NoticeEvent event) {
        if (!queue.offer(event)) {
            dropped.incrementAndGet();
        }
    }

    Optional<NoticeEvent> poll() {
        return Optional.ofNullable(queue.poll());
    }

    /**
     * Waits for a notice. Returns empty if the timeout elapses or the thread is interrupted; its interrupt status is
     * set then.
     */
    Optional<NoticeEvent> poll(Duration timeout) {
        try {
            return Optional.ofNullable(queue.poll(timeout.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    long dropped() {
        return dropped.get();
    }
}
