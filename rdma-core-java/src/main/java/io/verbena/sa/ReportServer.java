package io.verbena.sa;

import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Notice;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadServerRequest;
import io.verbena.mad.MadService;
import io.verbena.mad.MadTransactor;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Receives and acknowledges the reports of the subnet administration, and passes them to the subscriptions. It is a
 * server while there is a subscription.
 */
final class ReportServer {
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
