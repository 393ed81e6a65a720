package io.verbena.traffic.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.traffic.measure.BandwidthRun.Peak;
import org.junit.jupiter.api.Test;

class PeakTest {
    @Test
    void theFastestStretchOfAsManyMessagesCounts() {
        Peak peak = new Peak(10);
        peak.start(0);
        peak.at(10, 1_000_000);
        peak.at(20, 1_100_000);
        peak.at(25, 1_100_001);
        peak.at(30, 2_100_000);

        assertThat(peak.bytesPerSecond(100, 30, 2_100_000)).isEqualTo(10_000_000L);
    }

    @Test
    void ofFewerMessagesThanAStretchTheMeanCounts() {
        Peak peak = new Peak(100);
        peak.start(0);
        peak.at(10, 1_000_000);

        assertThat(peak.bytesPerSecond(100, 10, 1_000_000)).isEqualTo(1_000_000L);
    }
}
