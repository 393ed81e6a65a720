package io.verbena.traffic.measure;

import io.verbena.traffic.measure.LatencyRun.Timings;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import io.verbena.traffic.measure.MeasureReport.Bandwidth;
import io.verbena.traffic.measure.MeasureReport.Latency;
import io.verbena.traffic.measure.MeasureReport.LatencyResult;
import io.verbena.traffic.measure.MeasureReport.Usage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The runs of a measurement: one for each size, after the warm-up. */
final class MeasureLoop {
    private final Station station;
    private final Control control;
    private final boolean calling;
    private final MeasureCourse course;
    private Map<String, Long> counters;

    /** Creates the runs of one side, which sends first if it is {@code calling}. */
    MeasureLoop(Station station, Control control, boolean calling) {
        this.station = station;
        this.control = control;
        this.calling = calling;
        course = station.options.course();
        counters = counters();
    }

    MeasureReport run() {
        MeasurePlan plan = station.plan;
        List<Bandwidth> bandwidths = new ArrayList<>();
        List<LatencyResult> latencies = new ArrayList<>();
        List<Usage> usages = new ArrayList<>();
        for (int size : plan.sizes()) {
            SampleWindow window =
                    new SampleWindow(course.margin().toNanos(), plan.duration().toNanos(), course.readsProcessors());
            if (plan.quantity() == Quantity.BANDWIDTH) {
                bandwidths.add(bandwidth(size, window));
            } else {
                latencies.add(latency(size, window));
            }
            usages.add(usage(window));
        }
        return report(bandwidths, latencies, usages);
    }

    private MeasureReport report(List<Bandwidth> bandwidths, List<LatencyResult> latencies, List<Usage> usages) {
        return new MeasureReport(
                station.plan,
                station.device(),
                List.copyOf(bandwidths),
                List.copyOf(latencies),
                List.copyOf(usages),
                station.cyclesPerNano());
    }

    private Map<String, Long> counters() {
        Supplier<Map<String, Long>> reader = course.counters();
        return reader == null ? Map.of() : reader.get();
    }

    private Usage usage(SampleWindow window) {
        Map<String, Long> before = counters;
        counters = counters();
        Map<String, Long> changes = new LinkedHashMap<>(counters);
        changes.replaceAll((name, value) -> value - before.getOrDefault(name, 0L));
        return new Usage(window.processorPercent(), changes);
    }

    /** Rejects a plan whose messages generate no completion for which this side could wait. */
    static void requireCompletions(MeasurePlan plan, MeasureOptions options) {
        if (options.events() && plan.quantity() == Quantity.LATENCY && plan.operation() == Operation.WRITE) {
            throw new IllegalArgumentException("a write generates no completion at the peer, so the latency of"
                    + " writes can only be measured by polling; do not use events, or measure sends");
        }
    }

    private Bandwidth bandwidth(int size, SampleWindow window) {
        if (station.plan.warmUp() > 0) {
            run(size, station.plan.warmUp(), 0, window, null).run();
        }
        if (course.warmsUp() && station.plan.operation() != Operation.SEND && (calling || station.plan.bothWays())) {
            run(size, station.plan.depth(), 0, window, null).warmUp();
        }
        long nanos = station.plan.duration().toNanos();
        Consumer<MeasureReport> listener = course.listener();
        Consumer<Bandwidth> reporting = listener == null
                ? null
                : result -> listener.accept(report(List.of(result), List.of(), List.of(usage(window))));
        return run(size, station.plan.iterations(), nanos, window, reporting).run();
    }

    private BandwidthRun run(
            int size, long messages, long nanos, SampleWindow window, @Nullable Consumer<Bandwidth> listener) {
        return new BandwidthRun(station, control, calling, size, messages, nanos, window, listener);
    }

    private LatencyResult latency(int size, SampleWindow window) {
        Histogram times = Timings.histogram();
        if (station.plan.warmUp() > 0) {
            latency(new LatencyRun(station, control, size, station.plan.warmUp(), 0, times, window));
            times.reset();
        }
        long nanos = station.plan.duration().toNanos();
        LatencyRun run = new LatencyRun(station, control, size, station.plan.iterations(), nanos, times, window);
        return new LatencyResult(size, latency(run), Timings.buckets(times), run.singles());
    }

    private Latency latency(LatencyRun run) {
        return calling == control.isClientFirst() ? run.call() : run.answer();
    }
}
