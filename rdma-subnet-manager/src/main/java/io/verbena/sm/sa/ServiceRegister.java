package io.verbena.sm.sa;

import io.verbena.iba.ServiceRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Answers ServiceRecord (IBA 15.2.5.14), by which ports register services until their lease expires. */
final class ServiceRegister extends SaTable<ServiceRegister.Entry, ServiceRecord> {
    private static final int MOST = 16_384;
    private static final long ID = ServiceRecord.LAYOUT.componentMask("serviceId");
    private static final long GID = ServiceRecord.LAYOUT.componentMask("serviceGid");
    private static final long LEASE = ServiceRecord.LAYOUT.componentMask("serviceLease");
    private static final long KEY = ServiceRecord.LAYOUT.componentMask("serviceKey");
    private static final long FOR_EVER = 0xffffffffL;
    private static final long NANOS = 1_000_000_000L;

    private final SaSubnet subnet;
    private final SaHost host;
    private final List<Entry> entries = new ArrayList<>();

    record Entry(ServiceRecord record, long end) {
        boolean isSame(ServiceRecord other) {
            return record.serviceId() == other.serviceId()
                    && record.serviceGid().equals(other.serviceGid())
                    && record.servicePKey() == other.servicePKey();
        }

        boolean isLimited() {
            return record.serviceLease() != FOR_EVER;
        }
    }

    ServiceRegister(SaSubnet subnet, SaHost host) {
        super(ServiceRecord.LAYOUT);
        this.subnet = subnet;
        this.host = host;
    }

    @Override
    public SaReply answer(SaRequest request) {
        endLeases();
        return switch (request.method()) {
            case SET -> set(request);
            case DELETE -> delete(request);
            default -> super.answer(request);
        };
    }

    private SaReply set(SaRequest request) {
        if (!request.has(ID | GID)) {
            return SaReply.refused(SaReply.Status.INSUFFICIENT_COMPONENTS);
        }
        ServiceRecord wanted = ServiceRecord.LAYOUT.copy(request.record(ServiceRecord.LAYOUT));
        if (subnet.port(wanted.serviceGid().guid()) == null) {
            return SaReply.refused(SaReply.Status.INVALID_GID);
        }
        if (!request.has(LEASE)) {
            wanted.serviceLease(FOR_EVER);
        }
        if (entries.size() == MOST) {
            return SaReply.refused(SaReply.Status.NO_RESOURCES);
        }
        entries.removeIf(entry -> entry.isSame(wanted));
        long end = wanted.serviceLease() == FOR_EVER ? 0 : host.nanoTime() + wanted.serviceLease() * NANOS;
        entries.add(new Entry(wanted, end));
        return changed(wanted);
    }

    private SaReply delete(SaRequest request) {
        ServiceRecord wanted = request.record(ServiceRecord.LAYOUT);
        Filter filter = new Filter(wanted, request.mask());
        List<Entry> found = entries.stream()
                .filter(entry -> filter.passes(entry.record.toBytes()))
                .toList();
        if (found.size() != 1) {
            return SaReply.refused(found.isEmpty() ? SaReply.Status.NO_RECORDS : SaReply.Status.TOO_MANY_RECORDS);
        }
        entries.removeAll(found);
        return changed(found.get(0).record);
    }

    /** A ServiceKey of zeros says that this administration does not authenticate by keys (C15-0.1.14). */
    private static SaReply changed(ServiceRecord record) {
        ServiceRecord shown = ServiceRecord.LAYOUT.copy(record);
        return SaReply.of(shown.serviceKey(new byte[shown.serviceKey().length]));
    }

    private void endLeases() {
        entries.removeIf(entry -> entry.isLimited() && host.nanoTime() - entry.end >= 0);
    }

    @Override
    long handled(SaRequest request) {
        return KEY;
    }

    @Override
    void offer(SaRequest request, ServiceRecord wanted, SaTable.Rows<Entry, ServiceRecord> rows) {
        entries.stream()
                .filter(entry -> !request.has(KEY) || Arrays.equals(entry.record.serviceKey(), wanted.serviceKey()))
                .forEach(entry -> rows.offer(entry, 0));
    }

    @Override
    boolean write(Entry entry, int number, ServiceRecord record, byte[] bytes, boolean trusted) {
        entry.record.copyTo(bytes, 0);
        if (entry.isLimited()) {
            record.serviceLease(
                    Duration.ofNanos(Math.max(0, entry.end - host.nanoTime())).toSeconds());
        }
        if (!trusted) {
            record.serviceKey(new byte[record.serviceKey().length]);
        }
        return true;
    }

    void clear() {
        entries.clear();
    }
}
