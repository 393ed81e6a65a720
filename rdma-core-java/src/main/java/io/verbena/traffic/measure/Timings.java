package io.verbena.traffic.measure;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** A histogram of latencies in nanoseconds, with three significant digits, up to one hour. */
final class Timings {
    static final long MAX_NANOS = 3_600_000_000_000L;

    private static final int DIGITS = 3;
    private static final long FIRST_BUCKET = 125;
    private static final double BUCKET_RATIO = 1.25;

    private Timings() {}

    static Histogram histogram() {
        return new Histogram(MAX_NANOS, DIGITS);
    }

    static Latency latency(Histogram times) {
        return new Latency(
                times.getTotalCount(),
                times.getMinValue(),
                times.getMaxValue(),
                times.getValueAtPercentile(50),
                Math.round(times.getMean()),
                Math.round(times.getStdDeviation()),
                times.getValueAtPercentile(90),
                times.getValueAtPercentile(99),
                times.getValueAtPercentile(99.9));
    }

    /** Returns the buckets, each of which is a quarter wider than the one before; empty buckets are omitted. */
    static List<LatencyResult.Bucket> buckets(Histogram times) {
        List<LatencyResult.Bucket> buckets = new ArrayList<>();
        for (HistogramIterationValue value : times.logarithmicBucketValues(FIRST_BUCKET, BUCKET_RATIO)) {
            long messages = value.getCountAddedInThisIterationStep();
            if (messages > 0) {
                buckets.add(new LatencyResult.Bucket(value.getValueIteratedTo(), messages));
            }
        }
        return buckets;
    }
}
