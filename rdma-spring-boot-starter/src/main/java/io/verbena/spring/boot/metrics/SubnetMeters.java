package io.verbena.spring.boot.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
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

/** What reading the subnet costs, and what it found. */
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
        timers.add(new Timers(
                Timer.builder("rdma.subnet.discovery")
                        .description("Time to find the nodes and links")
                        .register(registry),
                Timer.builder("rdma.subnet.sweep")
                        .description("Time to read the counters of all ports")
                        .register(registry)));
        SubnetService subnet = service.getObject();
        FunctionCounter.builder("rdma.subnet.refreshes", subnet, SubnetService::refreshes)
                .description("Readings of the subnet, those that failed included")
                .register(registry);
        FunctionCounter.builder("rdma.subnet.refresh.failures", subnet, SubnetService::failures)
                .description("Readings of the subnet that failed")
                .register(registry);
        gauge(registry, subnet, "nodes", snapshot -> snapshot.subnet().nodes().size());
        gauge(registry, subnet, "unanswered", snapshot -> snapshot.failures().size());
        gauge(
                registry,
                subnet,
                "manager.reachable",
                snapshot -> snapshot.manager().isReachable() ? 1 : 0);
        TimeGauge.builder("rdma.subnet.age", subnet, TimeUnit.SECONDS, SubnetMeters::age)
                .description("Time since the subnet was read")
                .register(registry);
    }

    /** Not a number, and so absent, before the first reading. */
    private static void gauge(
            MeterRegistry registry, SubnetService service, String name, ToDoubleFunction<SubnetSnapshot> value) {
        Gauge.builder(
                        "rdma.subnet." + name,
                        service,
                        latest -> latest.latest().map(value::applyAsDouble).orElse(Double.NaN))
                .register(registry);
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
