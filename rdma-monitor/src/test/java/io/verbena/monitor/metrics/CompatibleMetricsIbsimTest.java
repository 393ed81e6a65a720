package io.verbena.monitor.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.monitor.WatchedFabric;
import io.verbena.monitor.metrics.ExporterRecord.Difference;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the metrics with the recorded output of the exporters on the same fabric. */
@Tag("ibsim")
class CompatibleMetricsIbsimTest {
    @ParameterizedTest
    @EnumSource(CompatibleMetrics.class)
    void metricsAreThoseOfTheExporter(CompatibleMetrics format) throws IOException {
        List<Difference> documented = ExporterRecord.documented(format);
        String recorded = ExporterRecord.resource(format.name().toLowerCase(Locale.ROOT) + ".txt");
        try (WatchedFabric watched =
                WatchedFabric.open("rdma.fabric.type=native", "rdma.fabric.topology=", "rdma.mad.timeout=2s")) {
            watched.sweep();
            String text = CompatibleMetricsTest.text(watched, format);
            assertThat(ExporterRecord.parse(recorded).compareWith(ExporterRecord.parse(text), documented))
                    .as("documented differences that occur")
                    .containsAll(documented.stream()
                            .filter(difference -> !difference.names().contains("infiniband_*_port_qp1_dropped_total"))
                            .toList());
        }
    }
}
