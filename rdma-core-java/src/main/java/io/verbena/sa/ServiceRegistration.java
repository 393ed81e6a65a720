package io.verbena.sa;

import io.verbena.iba.RecordQuery;
import io.verbena.iba.ServiceRecord;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A service that the subnet administration tells others of until this is closed, or until its lease is over without a
 * renewal, as when this process ends. It is renewed when a third of the lease has passed.
 */
public final class ServiceRegistration extends SaRegistration {
    private static final String[] KEY = {"serviceId", "serviceGid", "servicePKey"};
    private static final String[] ALL = {
        "serviceId",
        "serviceGid",
        "servicePKey",
        "serviceLease",
        "serviceKey",
        "serviceName",
        "serviceData8",
        "serviceData16",
        "serviceData32",
        "serviceData64"
    };

    private static final long LONGEST_LEASE = 0xffffffffL;

    private final AsyncSaClient sa;
    private final ServiceRecord record;
    private final SubnetAdministration administration;

    ServiceRegistration(
            AsyncSaClient sa,
            SubnetAdministration administration,
            Keeper keeper,
            ServiceRecord wanted,
            Duration lease) {
        super(keeper, lease.dividedBy(3), name(wanted));
        if (lease.toSeconds() < 1 || lease.toSeconds() > LONGEST_LEASE) {
            throw new IllegalArgumentException(
                    "a lease of " + lease + " cannot be had; give one second to " + LONGEST_LEASE + " seconds");
        }
        this.sa = sa;
        this.administration = administration;
        this.record = ServiceRecord.LAYOUT.copy(wanted).serviceLease(lease.toSeconds());
    }

    private static String name(ServiceRecord wanted) {
        return "service 0x%016x \"%s\"".formatted(wanted.serviceId(), wanted.serviceName());
    }

    /** What is registered; the GID is that of the end port. */
    public ServiceRecord record() {
        ServiceRecord current = ServiceRecord.LAYOUT.copy(record);
        return current.serviceGid(administration.port().gid());
    }

    @Override
    CompletableFuture<?> register() {
        return sa.set(RecordQuery.of(record(), ALL));
    }

    @Override
    CompletableFuture<?> unregister() {
        return sa.delete(RecordQuery.of(record(), KEY));
    }
}
