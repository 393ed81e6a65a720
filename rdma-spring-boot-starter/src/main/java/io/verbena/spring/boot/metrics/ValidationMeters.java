package io.verbena.spring.boot.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.verbena.diag.validate.FabricCheck;
import io.verbena.diag.validate.FabricValidation;
import io.verbena.diag.validate.Severity;
import io.verbena.spring.boot.subnet.SubnetListener;
import io.verbena.spring.boot.subnet.SubnetService;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.spring.boot.subnet.SubnetValidation;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Registers the meters of validations: their duration, their number and their findings. */
final class ValidationMeters implements MeterBinder, SubnetListener {
    private static final double NANOS = 1e9;

    private final ObjectProvider<SubnetService> service;
    private final List<Timer> timers = new CopyOnWriteArrayList<>();

    ValidationMeters(ObjectProvider<SubnetService> service) {
        this.service = service;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        timers.add(Timer.builder(RdmaMeter.VALIDATION_DURATION.getName())
                .description(RdmaMeter.VALIDATION_DURATION.description())
                .register(registry));
        SubnetService subnet = service.getObject();
        RdmaMeter.VALIDATION_RUNS.count(registry, subnet, SubnetService::validations, Tags.empty());
        RdmaMeter.VALIDATION_FAILURES.count(registry, subnet, SubnetService::failedValidations, Tags.empty());
        for (FabricCheck check : FabricValidation.CHECKS) {
            for (Severity severity : Severity.values()) {
                RdmaMeter.VALIDATION_FINDINGS.gauge(
                        registry,
                        subnet,
                        validated -> findings(validated, check.id(), severity),
                        Tags.of("check", check.id(), "severity", severity.name().toLowerCase(Locale.ROOT)));
            }
        }
        TimeGauge.builder(RdmaMeter.VALIDATION_AGE.getName(), subnet, TimeUnit.SECONDS, ValidationMeters::age)
                .description(RdmaMeter.VALIDATION_AGE.description())
                .register(registry);
    }

    private static double findings(SubnetService subnet, String check, Severity severity) {
        return subnet.lastValidation()
                .map(validation -> (double) validation.report().findings().stream()
                        .filter(finding -> finding.check().equals(check) && finding.severity() == severity)
                        .count())
                .orElse(Double.NaN);
    }

    private static double age(SubnetService subnet) {
        return subnet.lastValidation()
                .map(validation ->
                        Duration.between(validation.taken(), Clock.systemUTC().instant())
                                        .toNanos()
                                / NANOS)
                .orElse(Double.NaN);
    }

    @Override
    public void refreshed(@Nullable SubnetSnapshot before, SubnetSnapshot after) {}

    @Override
    public void validated(@Nullable SubnetValidation before, SubnetValidation after) {
        timers.forEach(timer -> timer.record(after.duration()));
    }
}
