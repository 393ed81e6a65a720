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
 * A subscription to notices (IBA 13.4.11, 15.4.3). Closing it unsubscribes. At most 1024 notices are queued, for {@link
 * #poll} or for the listener; further ones are dropped and counted. Safe for use by several threads.
 */
public final class NoticeSubscription extends SaRegistration {
    private final AsyncSaClient sa;
    private final NoticeFilter filter;
    private final ReportServer reports;
    private final NoticeQueue queue = new NoticeQueue();
    private final @Nullable NoticeDelivery delivery;

    NoticeSubscription(
            AsyncSaClient sa,
            ReportServer reports,
            Keeper keeper,
            SaOptions options,
            NoticeFilter filter,
            @Nullable Consumer<? super NoticeEvent> listener) {
        super(keeper, options.renewal(), "subscription to " + filter);
        this.sa = sa;
        this.reports = reports;
        this.filter = filter;
        this.delivery = listener == null ? null : new NoticeDelivery(queue, listener, "verbena-notices-" + filter);
    }

    /** Returns the filter of the subscription. */
    public NoticeFilter filter() {
        return filter;
    }

    /** Removes and returns the next notice, if there is one. A subscription with a listener never returns any. */
    public Optional<NoticeEvent> poll() {
        return delivery == null ? queue.poll() : Optional.empty();
    }

    /**
     * Removes and returns the next notice, waiting for one if necessary.
     *
     * @return the notice; empty if the timeout elapsed, the thread was interrupted, or the subscription has a listener
     */
    public Optional<NoticeEvent> poll(Duration timeout) {
        return delivery == null ? queue.poll(timeout) : Optional.empty();
    }

    /** Returns the number of notices that were dropped because the queue was full. */
    public long dropped() {
        return queue.dropped();
    }

    /** Starts delivery to the listener, if there is one. */
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
        return reports.isShared(this) ? CompletableFuture.completedFuture(null) : sa.set(inform(false));
    }

    private RecordQuery<InformInfo> inform(boolean subscribe) {
        return RecordQuery.of(filter.informInfo(subscribe), 0);
    }

    @Override
    void closed() {
        reports.remove(this);
        if (delivery != null) {
            delivery.end();
        }
    }
}
