package io.verbena.sa;

import io.verbena.iba.Field;
import io.verbena.iba.RecordQuery;
import io.verbena.iba.ServiceRecord;
import io.verbena.sa.SaRegistration.Keeper;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A service that is registered with the subnet administration until it is closed, or until its lease expires, for
 * example because the process ended. It is renewed after a third of the lease.
 */
public final class ServiceRegistration extends SaRegistration {
    private static final String[] KEY = {"serviceId", "serviceGid", "servicePKey"};
    private static final long ALL = ServiceRecord.LAYOUT.componentMask(
            ServiceRecord.LAYOUT.fields().stream().map(Field::name).toArray(String[]::new));

    private static final long MAX_LEASE = 0xffffffffL;

    private final ServiceRecord record;
    private final AdministrationAccess administration;

    ServiceRegistration(AdministrationAccess administration, Keeper keeper, ServiceRecord wanted, Duration lease) {
        super(keeper, lease.dividedBy(3), name(wanted));
        if (lease.toSeconds() < 1 || lease.toSeconds() > MAX_LEASE) {
            throw new IllegalArgumentException(
                    "a lease of " + lease + " is out of range; give one second to " + MAX_LEASE + " seconds");
        }
        this.administration = administration;
        this.record = ServiceRecord.LAYOUT.copy(wanted).serviceLease(lease.toSeconds());
    }

    private static String name(ServiceRecord wanted) {
        return "service 0x%016x \"%s\"".formatted(wanted.serviceId(), wanted.serviceName());
    }

    /** Returns the registered record, with the GID of the end port. */
    public ServiceRecord record() {
        ServiceRecord current = ServiceRecord.LAYOUT.copy(record);
        return current.serviceGid(administration.port().gid());
    }

    @Override
    CompletableFuture<?> register() {
        return administration.set(RecordQuery.of(record(), ALL));
    }

    @Override
    CompletableFuture<?> unregister() {
        return administration.delete(RecordQuery.of(record(), KEY));
    }
}
