package io.verbena.traffic.measure;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Times of messages, in nanoseconds with three digits, up to an hour. */
final class Timings {
    static final long MOST_NANOS = 3_600_000_000_000L;

    private static final int DIGITS = 3;
    private static final long FIRST_BUCKET = 125;
    private static final double BUCKET_RATIO = 1.25;

    private Timings() {}

    static Histogram histogram() {
        return new Histogram(MOST_NANOS, DIGITS);
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

    /** Each reaches a quarter further than the one before; those without messages are left out. */
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
