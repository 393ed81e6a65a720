package io.verbena.sa;

import io.verbena.iba.InformInfo;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Notice;
import io.verbena.iba.RecordQuery;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadServerRequest;
import io.verbena.mad.MadService;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaRegistration.Keeper;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A subscription to notices (IBA 13.4.11, 15.4.3). Closing it unsubscribes. At most 1024 notices are queued, for {@link
 * #poll} or for the listener; further ones are dropped and counted. Safe for use by several threads.
 */
public final class NoticeSubscription extends SaRegistration {
    private final AdministrationAccess administration;
    private final NoticeFilter filter;
    private final ReportServer reports;
    private final NoticeQueue queue = new NoticeQueue();
    private final @Nullable NoticeDelivery delivery;

    NoticeSubscription(
            AdministrationAccess administration,
            ReportServer reports,
            Keeper keeper,
            SaOptions options,
            NoticeFilter filter,
            @Nullable Consumer<? super NoticeEvent> listener) {
        super(keeper, options.renewal(), "subscription to " + filter);
        this.administration = administration;
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
        return administration.set(inform(true));
    }

    @Override
    CompletableFuture<?> unregister() {
        return reports.isShared(this) ? CompletableFuture.completedFuture(null) : administration.set(inform(false));
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

    /**
     * Receives and acknowledges the reports of the subnet administration, and passes them to the subscriptions. It is a
     * server while there is a subscription.
     */
    static final class ReportServer {
        private static final MadService REPORTS = MadService.of(ManagementClass.SUBNET_ADMINISTRATION, MadMethod.REPORT)
                .withAttributes(Set.of(Notice.LAYOUT.attributeId()));

        private final MadTransactor mad;
        private final List<NoticeSubscription> subscriptions = new CopyOnWriteArrayList<>();
        private @Nullable MadServer server;

        ReportServer(MadTransactor mad) {
            this.mad = mad;
        }

        /** Adds a subscription. Called before it is registered, so that no report is missed. */
        synchronized void add(NoticeSubscription subscription) {
            if (server == null) {
                server = mad.serve(REPORTS, this::received);
            }
            subscriptions.add(subscription);
        }

        synchronized void remove(NoticeSubscription subscription) {
            subscriptions.remove(subscription);
            if (subscriptions.isEmpty() && server != null) {
                server.close();
                server = null;
            }
        }

        /**
         * Returns whether another subscription has the same filter. The subnet administration keeps one registration per
         * port and filter.
         */
        boolean isShared(NoticeSubscription subscription) {
            return subscriptions.stream()
                    .anyMatch(other -> other != subscription && other.filter().equals(subscription.filter()));
        }

        /** Handles a report. It is acknowledged immediately, because the subnet administration would repeat it. */
        private void received(MadServerRequest request) {
            Notice notice = request.payload(Notice.class);
            request.respond(notice);
            subscriptions.forEach(subscription -> subscription.deliver(notice));
        }
    }

    /** Queue of notices between the reader of the end port, which never blocks, and a consumer. */
    static final class NoticeQueue {
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

    /** Delivers notices to a listener, one after the other, on a thread that lives as long as the subscription. */
    static final class NoticeDelivery implements Runnable {
        private static final System.Logger LOG = System.getLogger(NoticeDelivery.class.getPackageName());
        private static final Duration LONG = Duration.ofDays(1);

        private final NoticeQueue queue;
        private final Consumer<? super NoticeEvent> listener;
        private final Thread thread;
        private volatile boolean ended;

        NoticeDelivery(NoticeQueue queue, Consumer<? super NoticeEvent> listener, String name) {
            this.queue = queue;
            this.listener = listener;
            this.thread = new Thread(this, name);
            thread.setDaemon(true);
        }

        void start() {
            thread.start();
        }

        /**
         * Ends the thread and interrupts a listener that blocks. A listener that closes its own subscription is not
         * interrupted.
         */
        void end() {
            ended = true;
            if (Thread.currentThread() != thread) {
                thread.interrupt();
            }
        }

        @Override
        public void run() {
            while (!ended) {
                Optional<NoticeEvent> event = queue.poll(LONG);
                if (event.isPresent() && !ended) {
                    notify(event.get());
                } else {
                    // Only end() interrupts this thread; a listener that interrupted itself loses nothing.
                    var unused = Thread.interrupted();
                }
            }
        }

        /** Notifies the listener. A failure is logged and does not affect later notices. */
        private void notify(NoticeEvent event) {
            try {
                listener.accept(event);
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "a notice listener failed on " + event + ": " + e, e);
            }
        }
    }
}
