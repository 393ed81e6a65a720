package io.verbena.monitor.store;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the store.
 *
 * @param raw Time for which the samples of each sweep are kept.
 * @param fiveMinutes Time for which sums of five minutes are kept.
 * @param hours Time for which sums of one hour are kept.
 * @param events Time for which events, findings and changes of alarms are kept.
 * @param maxPending Maximum number of sweeps that wait in memory while the database refuses them.
 */
@ConfigurationProperties("monitor.store")
public record StoreProperties(
        @DefaultValue("12h") Duration raw,
        @DefaultValue("7d") Duration fiveMinutes,
        @DefaultValue("90d") Duration hours,
        @DefaultValue("365d") Duration events,
        @DefaultValue("20") int maxPending) {
    /** Checks that sums are built before their source is removed. */
    public StoreProperties {
        if (raw.compareTo(Duration.ofHours(2)) < 0) {
            throw new IllegalArgumentException(
                    "monitor.store.raw is " + raw + "; it must be at least 2h, because sums of one hour need it");
        }
        if (maxPending < 1) {
            throw new IllegalArgumentException(
                    "monitor.store.max-pending is " + maxPending + "; it must be at least 1");
        }
    }
}
