package io.verbena.sa;

import io.verbena.iba.InformInfo;
import io.verbena.iba.Notice;
import io.verbena.iba.RecordQuery;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Notices of the subnet, until it is closed (IBA 13.4.11, 15.4.3). They wait in a queue until they are taken, or told to the
 * listener where there is one; when it is full, with 1024 of them, more are dropped and counted. Safe for use by several
 * threads.
 */
public final class NoticeSubscription extends SaRegistration {
    private final AsyncSaClient sa;
    private final NoticeFilter filter;
    private final ReportDesk desk;
    private final NoticeQueue queue = new NoticeQueue();
    private final @Nullable NoticeDelivery delivery;

    NoticeSubscription(
            AsyncSaClient sa,
            ReportDesk desk,
            Keeper keeper,
            SaOptions options,
            NoticeFilter filter,
            @Nullable Consumer<? super NoticeEvent> listener) {
        super(keeper, options.renewal(), "subscription to " + filter);
        this.sa = sa;
        this.desk = desk;
        this.filter = filter;
        this.delivery = listener == null ? null : new NoticeDelivery(queue, listener, "verbena-notices-" + filter);
    }

    /** What was subscribed to. */
    public NoticeFilter filter() {
        return filter;
    }

    /** Takes the next notice if there is one; where there is a listener, all notices are for that one. */
    public Optional<NoticeEvent> poll() {
        return delivery == null ? queue.poll() : Optional.empty();
    }

    /**
     * Takes the next notice, and waits for it if there is none.
     *
     * @return empty if none came in time, the wait was interrupted, or there is a listener, which has all notices
     */
    public Optional<NoticeEvent> poll(Duration patience) {
        return delivery == null ? queue.poll(patience) : Optional.empty();
    }

    /** How many notices found the queue full. */
    public long dropped() {
        return queue.dropped();
    }

    /** Begins to tell the listener, if there is one. */
    void start() {
        if (delivery != null) {
            delivery.start();
        }
    }

    void deliver(Notice notice) {
        if (filter.matches(notice)) {
            queue.offer(NoticeEvent.of(notice));
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
        if (delivery != null) {
            delivery.end();
        }
    }
}
