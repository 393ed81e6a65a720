package io.verbena.monitor.web;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.verbena.monitor.alarm.AlarmBook;
import io.verbena.monitor.rule.AlarmRule.Severity;
import io.verbena.monitor.store.StoreHealth;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** Meters of the monitor itself. The starter has those of the fabric and of its ports. */
@Component
record MonitorMeters(AlarmBook alarms, StoreHealth store) implements MeterBinder {
    @Override
    public void bindTo(MeterRegistry registry) {
        for (Severity severity : Severity.values()) {
            Gauge.builder(
                            "verbena.monitor.alarms",
                            () -> alarms.active().stream()
                                    .filter(alarm -> alarm.severity() == severity)
                                    .count())
                    .tag("severity", severity.name().toLowerCase(Locale.ROOT))
                    .description("Active alarms")
                    .register(registry);
        }
        Gauge.builder("verbena.monitor.store.pending", () -> store.state().pending())
                .description("Observations that wait for the database")
                .register(registry);
        Gauge.builder("verbena.monitor.store.dropped", () -> store.state().dropped())
                .description("Sweeps that were lost because the database failed for too long")
                .register(registry);
    }
}
