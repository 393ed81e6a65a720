package io.verbena.traffic.measure;

import io.verbena.traffic.measure.LatencyRun.Timings;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import io.verbena.traffic.measure.MeasureReport.Bandwidth;
import io.verbena.traffic.measure.MeasureReport.Latency;
import io.verbena.traffic.measure.MeasureReport.LatencyResult;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The runs of a measurement: one for each size, after the warm-up. */
record MeasureLoop(Station station, Control control, boolean calling) {
    MeasureReport run() {
        MeasurePlan plan = station.plan;
        List<Bandwidth> bandwidths = new ArrayList<>();
        List<LatencyResult> latencies = new ArrayList<>();
        for (int size : plan.sizes()) {
            if (plan.quantity() == Quantity.BANDWIDTH) {
                bandwidths.add(bandwidth(size));
            } else {
                latencies.add(latency(size));
            }
        }
        return new MeasureReport(plan, station.device(), List.copyOf(bandwidths), List.copyOf(latencies));
    }

    /** Rejects a plan whose messages generate no completion for which this side could wait. */
    static void requireCompletions(MeasurePlan plan, MeasureOptions options) {
        if (options.events() && plan.quantity() == Quantity.LATENCY && plan.operation() == Operation.WRITE) {
            throw new IllegalArgumentException("a write generates no completion at the peer, so the latency of"
                    + " writes can only be measured by polling; do not use events, or measure sends");
        }
    }

    private Bandwidth bandwidth(int size) {
        if (station.plan.warmUp() > 0) {
            new BandwidthRun(station, control, calling, size, station.plan.warmUp(), 0).run();
        }
        long nanos = station.plan.duration().toNanos();
        return new BandwidthRun(station, control, calling, size, station.plan.iterations(), nanos).run();
    }

    private LatencyResult latency(int size) {
        Histogram times = Timings.histogram();
        if (station.plan.warmUp() > 0) {
            latency(size, station.plan.warmUp(), 0, times);
            times.reset();
        }
        Latency latency =
                latency(size, station.plan.iterations(), station.plan.duration().toNanos(), times);
        return new LatencyResult(size, latency, Timings.buckets(times));
    }

    private Latency latency(int size, long messages, long nanos, Histogram times) {
        LatencyRun run = new LatencyRun(station, control, size, messages, nanos, times);
        return calling == control.isClientFirst() ? run.call() : run.answer();
    }
}
