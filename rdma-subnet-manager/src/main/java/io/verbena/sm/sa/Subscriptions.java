package io.verbena.sm.sa;

import io.verbena.error.Errno;
import io.verbena.iba.Gid;
import io.verbena.iba.GidNoticeDetails;
import io.verbena.iba.Guid;
import io.verbena.iba.InformInfo;
import io.verbena.iba.InformInfoRecord;
import io.verbena.iba.Lid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.Notice;
import io.verbena.iba.NoticeType;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.iba.SubnetNotice;
import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The subscriptions to traps, and the reports that have not been acknowledged (IBA 13.4.8.3, 13.4.11). */
final class Subscriptions {
    private static final int MOST = 4096;
    private static final int MAX_REPORTS = 4096;
    private static final int TIMEOUT_MILLIS = 200;
    private static final int TRIES = 4;
    private static final long LOWER_HALF = 0xffffffffL;
    private static final int CLASS_NOTICE = 0x0002;
    private static final int ALL = 0xffff;
    private static final int ALL_PRODUCERS = 0xffffff;
    private static final int IN_SERVICE = 64;
    private static final int OUT_OF_SERVICE = 65;
    private static final int CLASS_MANAGER = 4;

    record Subscription(InformInfo filter, MadAddress subscriber, Gid gid, int number) {
        boolean wants(Notice notice) {
            boolean kind = filter.isGeneric() == notice.isGeneric()
                    && (filter.type() == ALL || filter.type() == notice.noticeTypeBits())
                    && (filter.trapNumber() == ALL || filter.trapNumber() == notice.trapNumber())
                    && (filter.producerType() == ALL_PRODUCERS || filter.producerType() == notice.producerTypeBits());
            return kind && isFrom(notice);
        }

        private boolean isFrom(Notice notice) {
            if (!filter.gid().equals(Gid.ZERO)) {
                return filter.gid().equals(notice.issuerGid());
            }
            int begin = filter.lidRangeBegin().bits();
            int end = Math.max(begin, filter.lidRangeEnd().bits());
            int issuer = notice.issuerLid().bits();
            return begin == ALL || (issuer >= begin && issuer <= end);
        }

        boolean isLike(InformInfo other, MadAddress who) {
            return subscriber.lid() == who.lid()
                    && filter.gid().equals(other.gid())
                    && filter.lidRangeBegin().equals(other.lidRangeBegin())
                    && filter.lidRangeEnd().equals(other.lidRangeEnd())
                    && filter.isGeneric() == other.isGeneric()
                    && filter.type() == other.type()
                    && filter.trapNumber() == other.trapNumber()
                    && filter.producerType() == other.producerType();
        }
    }

    private static final class Report {
        private final MadAddress subscriber;
        private final byte[] bytes;
        private int tries = 1;

        Report(MadAddress subscriber, byte[] bytes) {
            this.subscriber = subscriber;
            this.bytes = bytes;
        }
    }

    private final SaSubnet subnet;
    private final SaHost host;
    private final List<Subscription> subscriptions = new ArrayList<>();
    private final Map<Long, Report> reports = new HashMap<>();
    private @Nullable Map<Guid, Gid> knownGids;
    private int nextNumber;
    private long nextTransaction;

    Subscriptions(SaSubnet subnet, SaHost host) {
        this.subnet = subnet;
        this.host = host;
    }

    List<Subscription> all() {
        return subscriptions;
    }

    SaReply subscribe(SaRequest request) {
        if (request.method() != MadMethod.SET) {
            return SaReply.refused(SaReply.Status.NOT_SUPPORTED);
        }
        InformInfo wanted = InformInfo.LAYOUT.copy(request.record(InformInfo.LAYOUT));
        SaSubnet.Port port = subnet.port(request.source.lid());
        if (wanted.subscribe() > 1 || wanted.isGeneric() > 1 || port == null) {
            return SaReply.refused(SaReply.Status.INVALID_REQUEST);
        }
        boolean known = subscriptions.stream().anyMatch(each -> each.isLike(wanted, request.source));
        if (wanted.subscribe() == 0) {
            if (!known) {
                return SaReply.refused(SaReply.Status.INVALID_REQUEST);
            }
            subscriptions.removeIf(each -> each.isLike(wanted, request.source));
        } else if (!known) {
            if (subscriptions.size() == MOST) {
                return SaReply.refused(SaReply.Status.NO_RESOURCES);
            }
            Gid gid = new Gid(port.info().gidPrefix(), port.guid().bits());
            subscriptions.add(new Subscription(wanted, request.source, gid, nextNumber++ & ALL));
        }
        return SaReply.of(wanted.qpn(request.source.queuePair()));
    }

    void trap(SubnetNotice trap) {
        Notice notice = new Notice()
                .isGeneric(trap.isGeneric())
                .noticeTypeBits(trap.noticeTypeBits())
                .producerTypeBits(trap.producerTypeBits())
                .trapNumber(trap.trapNumber())
                .issuerLid(trap.issuerLid())
                .noticeToggle(trap.noticeToggle())
                .noticeCount(trap.noticeCount())
                .dataDetails(trap.dataDetails());
        report(notice, subnet.port(trap.issuerLid().bits()));
    }

    /**
     * Reports that a GID came into service (64) or went out of it (65), or that its group was created (66) or deleted
     * (67).
     */
    void report(int trapNumber, Gid gid) {
        SaSubnet.Port manager = subnet.managers().stream().findFirst().orElse(null);
        Notice notice = new Notice()
                .isGeneric(1)
                .noticeType(NoticeType.SUBNET_MANAGEMENT)
                .producerTypeBits(CLASS_MANAGER)
                .trapNumber(trapNumber)
                .issuerLid(Lid.of(manager == null ? 0 : manager.lid()))
                .dataDetails(new GidNoticeDetails().gid(gid).toBytes());
        report(notice, manager);
    }

    /**
     * Reports the GIDs that came into service or went out of it since the last call (IBA 14.2.5.1). The first call
     * reports nothing.
     */
    void reportGids() {
        Map<Guid, Gid> now = new LinkedHashMap<>();
        subnet.forEachEndPort(port -> now.put(
                port.guid(), new Gid(port.info().gidPrefix(), port.guid().bits())));
        Map<Guid, Gid> before = knownGids;
        knownGids = now;
        if (before != null) {
            reportMissing(OUT_OF_SERVICE, before, now);
            reportMissing(IN_SERVICE, now, before);
        }
    }

    void forgetGids() {
        knownGids = null;
    }

    private void reportMissing(int trap, Map<Guid, Gid> these, Map<Guid, Gid> others) {
        List<Gid> gids = new ArrayList<>();
        these.forEach((guid, gid) -> {
            if (!others.containsKey(guid)) {
                gids.add(gid);
            }
        });
        gids.forEach(gid -> report(trap, gid));
    }

    private void report(Notice notice, SaSubnet.@Nullable Port issuer) {
        if (issuer != null) {
            notice.issuerGid(new Gid(issuer.info().gidPrefix(), issuer.guid().bits()));
        }
        for (Subscription subscription : subscriptions) {
            if (subscription.wants(notice) && reports.size() < MAX_REPORTS) {
                send(subscription.subscriber, notice);
            }
        }
    }

    private void send(MadAddress subscriber, Notice notice) {
        nextTransaction = (nextTransaction + 1) & LOWER_HALF;
        byte[] bytes = new SubnetAdministrationMad()
                .baseVersion(1)
                .managementClassBits(SaRequest.MANAGEMENT_CLASS)
                .classVersion(SaRequest.CLASS_VERSION)
                .method(MadMethod.REPORT)
                .transactionId(nextTransaction)
                .attributeId(CLASS_NOTICE)
                .toBytes();
        notice.copyTo(bytes, SaRequest.DATA);
        Report report = new Report(subscriber, bytes);
        reports.put(nextTransaction, report);
        host.send(subscriber, ByteBuffer.wrap(bytes), TIMEOUT_MILLIS);
    }

    void reported(int status, SubnetAdministrationMad mad) {
        long transaction = mad.transactionId() & LOWER_HALF;
        Report report = reports.get(transaction);
        if (report == null) {
            return;
        }
        if (status == Errno.ETIMEDOUT && report.tries < TRIES) {
            report.tries++;
            host.send(report.subscriber, ByteBuffer.wrap(report.bytes), TIMEOUT_MILLIS);
        } else {
            reports.remove(transaction);
        }
    }

    void clear() {
        subscriptions.clear();
        reports.clear();
    }

    SaTable<Subscription, InformInfoRecord> table() {
        return new SaTable<>(InformInfoRecord.LAYOUT) {
            @Override
            void offer(SaRequest request, InformInfoRecord wanted, SaTable.Rows<Subscription, InformInfoRecord> rows) {
                subscriptions.forEach(each -> rows.offer(each, 0));
            }

            @Override
            boolean write(
                    Subscription subscription, int number, InformInfoRecord record, byte[] bytes, boolean trusted) {
                record.subscriberGid(subscription.gid())
                        .enumeration(subscription.number())
                        .informInfo(subscription.filter());
                return true;
            }
        };
    }
}
