package io.verbena.sa;

import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Notice;
import io.verbena.mad.MadInquiry;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadService;
import io.verbena.mad.MadTransactor;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Takes the reports of the subnet administration, answers them, and hands them to the subscriptions. It listens as long as
 * there is one.
 */
final class ReportDesk {
    private static final MadService REPORTS = MadService.of(ManagementClass.SUBNET_ADMINISTRATION, MadMethod.REPORT)
            .withAttributes(Set.of(Notice.LAYOUT.attributeId()));

    private final MadTransactor mad;
    private final List<NoticeSubscription> subscriptions = new CopyOnWriteArrayList<>();
    private @Nullable MadServer server;

    ReportDesk(MadTransactor mad) {
        this.mad = mad;
    }

    /** Before it is registered, so that no report finds nobody. */
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

    /** Whether another subscription wants the very same: the subnet administration has one of them for each port. */
    boolean isShared(NoticeSubscription subscription) {
        return subscriptions.stream()
                .anyMatch(other -> other != subscription && other.filter().equals(subscription.filter()));
    }

    /** Answered at once, for the subnet administration would report it again. */
    private void received(MadInquiry inquiry) {
        Notice notice = inquiry.payload(Notice.class);
        inquiry.answer(notice);
        subscriptions.forEach(subscription -> subscription.deliver(notice));
    }
}
