package io.verbena.sa;

import io.verbena.iba.InformInfo;
import io.verbena.iba.Notice;
import io.verbena.iba.RecordQuery;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Notices of the subnet, until it is closed (IBA 13.4.11, 15.4.3). They wait in a queue until they are taken; when it is
 * full, new ones are dropped and counted. Safe for use by several threads.
 */
public final class NoticeSubscription extends SaRegistration {
    private static final int CAPACITY = 1024;

    private final AsyncSaClient sa;
    private final NoticeFilter filter;
    private final ReportDesk desk;
    private final BlockingQueue<NoticeEvent> queue = new ArrayBlockingQueue<>(CAPACITY);
    private final AtomicLong dropped = new AtomicLong();

    NoticeSubscription(AsyncSaClient sa, ReportDesk desk, Keeper keeper, SaOptions options, NoticeFilter filter) {
        super(keeper, options.renewal(), "subscription to " + filter);
        this.sa = sa;
        this.desk = desk;
        this.filter = filter;
    }

    /** What was subscribed to. */
    public NoticeFilter filter() {
        return filter;
    }

    /** Takes the next notice if there is one. */
    public Optional<NoticeEvent> poll() {
        return Optional.ofNullable(queue.poll());
    }

    /**
     * Takes the next notice, and waits for it if there is none.
     *
     * @return empty if none came in time, or the wait was interrupted
     */
    public Optional<NoticeEvent> poll(Duration patience) {
        try {
            return Optional.ofNullable(queue.poll(patience.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** How many notices found the queue full. */
    public long dropped() {
        return dropped.get();
    }

    void deliver(Notice notice) {
        if (filter.matches(notice) && !queue.offer(NoticeEvent.of(notice))) {
            dropped.incrementAndGet();
        }
    }

    @Override
    CompletableFuture<?> register() {
        return sa.set(inform(true));
    }

    @Override
    CompletableFuture<?> unregister() {
        return desk.isShared(this) ? CompletableFuture.completedFuture(null) : sa.set(inform(false));
    }

    private RecordQuery<InformInfo> inform(boolean subscribe) {
        return RecordQuery.of(filter.informInfo(subscribe), 0);
    }

    @Override
    void closed() {
        desk.remove(this);
    }
}
