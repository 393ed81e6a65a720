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
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Registers the meters of readings and validations of the subnet: their duration, their number and their results. */
final class SubnetMeters implements MeterBinder, SubnetListener {
    private static final double NANOS = 1e9;

    private final ObjectProvider<SubnetService> service;
    private final List<Timers> timers = new CopyOnWriteArrayList<>();

    private record Timers(Timer discovery, Timer sweep, Timer validation) {}

    SubnetMeters(ObjectProvider<SubnetService> service) {
        this.service = service;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        timers.add(new Timers(
                timer(registry, RdmaMeter.SUBNET_DISCOVERY),
                timer(registry, RdmaMeter.SUBNET_SWEEP),
                timer(registry, RdmaMeter.VALIDATION_DURATION)));
        SubnetService subnet = service.getObject();
        RdmaMeter.SUBNET_REFRESHES.count(registry, subnet, SubnetService::refreshes, Tags.empty());
        RdmaMeter.SUBNET_REFRESH_FAILURES.count(registry, subnet, SubnetService::failures, Tags.empty());
        gauge(
                registry,
                subnet,
                RdmaMeter.SUBNET_NODES,
                snapshot -> snapshot.subnet().nodes().size());
        gauge(
                registry,
                subnet,
                RdmaMeter.SUBNET_UNANSWERED,
                snapshot -> snapshot.failures().size());
        gauge(
                registry,
                subnet,
                RdmaMeter.SUBNET_MANAGER_REACHABLE,
                snapshot -> snapshot.manager().isReachable() ? 1 : 0);
        age(registry, subnet, RdmaMeter.SUBNET_AGE, service -> service.latest().map(SubnetSnapshot::taken));
        bindValidations(registry, subnet);
    }

    private static void bindValidations(MeterRegistry registry, SubnetService subnet) {
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
        age(
                registry,
                subnet,
                RdmaMeter.VALIDATION_AGE,
                service -> service.lastValidation().map(SubnetValidation::taken));
    }

    private static Timer timer(MeterRegistry registry, RdmaMeter meter) {
        return Timer.builder(meter.getName()).description(meter.description()).register(registry);
    }

    private static void gauge(
            MeterRegistry registry, SubnetService service, RdmaMeter meter, ToDoubleFunction<SubnetSnapshot> value) {
        meter.gauge(
                registry,
                service,
                subnet -> subnet.latest().map(value::applyAsDouble).orElse(Double.NaN),
                Tags.empty());
    }

    private static double findings(SubnetService subnet, String check, Severity severity) {
        return subnet.lastValidation()
                .map(validation -> (double) validation.report().findings().stream()
                        .filter(finding -> finding.check().equals(check) && finding.severity() == severity)
                        .count())
                .orElse(Double.NaN);
    }

    private static void age(
            MeterRegistry registry,
            SubnetService subnet,
            RdmaMeter meter,
            Function<SubnetService, Optional<Instant>> taken) {
        TimeGauge.builder(
                        meter.getName(),
                        subnet,
                        TimeUnit.SECONDS,
                        service -> taken.apply(service)
                                .map(time ->
                                        Duration.between(time, Clock.systemUTC().instant())
                                                        .toNanos()
                                                / NANOS)
                                .orElse(Double.NaN))
                .description(meter.description())
                .register(registry);
    }

    @Override
    public void refreshed(@Nullable SubnetSnapshot before, SubnetSnapshot after) {
        for (Timers timer : timers) {
            timer.discovery.record(after.discoveryTime());
            if (!after.sweepTime().isZero()) {
                timer.sweep.record(after.sweepTime());
            }
        }
    }

    @Override
    public void validated(@Nullable SubnetValidation before, SubnetValidation after) {
        timers.forEach(timer -> timer.validation.record(after.duration()));
    }
}
