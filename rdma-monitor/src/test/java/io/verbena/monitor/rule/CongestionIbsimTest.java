package io.verbena.monitor.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.monitor.WatchedFabric;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortSample;
import io.verbena.monitor.query.LiveView;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The simulator does not respond to PortSamplesControl. */
@Tag("ibsim")
class CongestionIbsimTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    @Test
    void nodesThatDoNotReportATickAreNeitherFailuresNorJudged() {
        try (WatchedFabric watched = WatchedFabric.open(
                "rdma.fabric.type=native", "rdma.fabric.topology=", "rdma.mad.timeout=" + TIMEOUT.toMillis() + "ms")) {
            for (int i = 0; i < 4; i++) {
                watched.sweep();
                MonitorSweep sweep =
                        watched.bean(LiveView.class).sweep("fabric").orElseThrow();
                System.out.println("XXX " + sweep.durationMillis() + " " + sweep.failures());
                assertThat(sweep.failures()).isEmpty();
                assertThat(sweep.samples())
                        .isNotEmpty()
                        .extracting(PortSample::waitNanos)
                        .containsOnly(PortSample.UNKNOWN);
                if (i > 1) {
                    assertThat(Duration.ofMillis(sweep.durationMillis()))
                            .as("nodes are no longer asked for their tick")
                            .isLessThan(TIMEOUT);
                }
            }
            assertThat(watched.alarms()).isEmpty();
        }
    }
}
