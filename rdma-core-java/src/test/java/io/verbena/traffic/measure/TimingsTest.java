package io.verbena.traffic.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.traffic.measure.LatencyRun.Timings;
import io.verbena.traffic.measure.MeasureReport.Latency;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TimingsTest {
    @Test
    void aThousandTimesHaveTheirMedianAndPercentilesToThreeDigits() {
        Histogram times = Timings.histogram();
        for (int i = 1; i <= 1000; i++) {
            times.recordValue(i);
        }

        assertThat(Timings.latency(times)).isEqualTo(new Latency(1000, 1, 1000, 500, 501, 289, 900, 990, 999));
    }

    @Test
    void bucketsHaveAllMessagesAndNoneIsEmpty() {
        Histogram times = Timings.histogram();
        times.recordValueWithCount(1_000, 5);
        times.recordValueWithCount(50_000, 2);

        assertThat(Timings.buckets(times))
                .hasSize(2)
                .allSatisfy(bucket -> assertThat(bucket.messages()).isIn(5L, 2L));
        assertThat(Timings.buckets(times).get(0).upTo()).isBetween(1_000L, 1_250L);
    }
}
