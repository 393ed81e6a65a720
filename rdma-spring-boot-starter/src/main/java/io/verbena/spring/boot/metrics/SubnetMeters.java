package io.verbena.spring.boot.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.verbena.spring.boot.subnet.SubnetListener;
import io.verbena.spring.boot.subnet.SubnetService;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Registers the meters of readings of the subnet: their duration, their number and their results. */
final class SubnetMeters implements MeterBinder, SubnetListener {
    private static final double NANOS = 1e9;

    private final ObjectProvider<SubnetService> service;
    private final List<Timers> timers = new CopyOnWriteArrayList<>();

    private record Timers(Timer discovery, Timer sweep) {}

    SubnetMeters(ObjectProvider<SubnetService> service) {
        this.service = service;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        timers.add(new Timers(timer(registry, RdmaMeter.SUBNET_DISCOVERY), timer(registry, RdmaMeter.SUBNET_SWEEP)));
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
        TimeGauge.builder(RdmaMeter.SUBNET_AGE.getName(), subnet, TimeUnit.SECONDS, SubnetMeters::age)
                .description(RdmaMeter.SUBNET_AGE.description())
                .register(registry);
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

    private static double age(SubnetService service) {
        return service.latest()
                .map(snapshot ->
                        Duration.between(snapshot.taken(), Clock.systemUTC().instant())
                                        .toNanos()
                                / NANOS)
                .orElse(Double.NaN);
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
}
