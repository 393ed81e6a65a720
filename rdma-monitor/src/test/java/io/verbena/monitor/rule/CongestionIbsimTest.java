package io.verbena.monitor.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.monitor.WatchedFabric;
import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortSample;
import io.verbena.monitor.query.LiveView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The nodes of the simulator do not report a tick. */
@Tag("ibsim")
class CongestionIbsimTest {
    @Test
    void nodesThatDoNotReportATickAreNeitherFailuresNorJudged() throws IOException {
        boolean waited = false;
        try (WatchedFabric watched =
                WatchedFabric.open("rdma.fabric.type=native", "rdma.fabric.topology=", "rdma.mad.timeout=2s")) {
            for (int i = 1; i <= 4; i++) {
                count("\"leaf1\"[1] PortCounters.PortXmitWait=" + 1_000_000 * i);
                watched.sweep();
                MonitorSweep sweep =
                        watched.bean(LiveView.class).sweep("fabric").orElseThrow();
                assertThat(sweep.failures()).isEmpty();
                assertThat(sweep.samples())
                        .isNotEmpty()
                        .allMatch(sample -> sample.delta(MonitoredCounter.XMIT_WAIT) == 0
                                ? sample.waitNanos() == 0
                                : sample.waitNanos() == PortSample.UNKNOWN);
                waited |= sweep.samples().stream().anyMatch(sample -> sample.delta(MonitoredCounter.XMIT_WAIT) > 0);
            }
            assertThat(waited).isTrue();
            assertThat(watched.alarm("congestion")).isEmpty();
        }
    }

    private static void count(String counter) throws IOException {
        Files.writeString(
                Path.of(Objects.requireNonNull(System.getenv("VERBENA_IBSIM_CONSOLE"))),
                "PerformanceSet " + counter + "\n",
                StandardOpenOption.WRITE);
    }
}
