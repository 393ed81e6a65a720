package io.verbena.monitor.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.monitor.WatchedFabric;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortSample;
import io.verbena.monitor.query.LiveView;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The nodes of the simulator do not report a tick. */
@Tag("ibsim")
class CongestionIbsimTest {
    @Test
    void nodesThatDoNotReportATickAreNeitherFailuresNorJudged() {
        try (WatchedFabric watched =
                WatchedFabric.open("rdma.fabric.type=native", "rdma.fabric.topology=", "rdma.mad.timeout=2s")) {
            for (int i = 0; i < 4; i++) {
                watched.sweep();
                MonitorSweep sweep =
                        watched.bean(LiveView.class).sweep("fabric").orElseThrow();
                assertThat(sweep.failures()).isEmpty();
                assertThat(sweep.samples())
                        .isNotEmpty()
                        .extracting(PortSample::waitNanos)
                        .containsOnly(PortSample.UNKNOWN);
            }
            assertThat(watched.alarm("congestion")).isEmpty();
        }
    }
}
