package io.verbena.sa;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Notices between the reader of the end port, which never waits here, and whoever takes them. */
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

    /** Empty if the time is over, or the thread was interrupted, which it then still is. */
    Optional<NoticeEvent> poll(Duration patience) {
        try {
            return Optional.ofNullable(queue.poll(patience.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    long dropped() {
        return dropped.get();
    }
}
