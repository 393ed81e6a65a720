package io.verbena.monitor.metrics;

import io.verbena.monitor.model.Observation.MonitorSweep;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/** The exporters whose names and labels the monitor offers. */
public enum CompatibleMetrics {
    /** Names and labels of {@code treydock/infiniband_exporter} 0.10.0; data counters are in bytes. */
    TREYDOCK,
    /** Names and labels of {@code guilbaults/infiniband-exporter} 0.0.7; data counters are in words of four bytes. */
    GUILBAULTS;

    /**
     * Returns the exporter of a name in lower case.
     *
     * @throws IllegalArgumentException if there is none; the message lists all names
     */
    public static CompatibleMetrics ofName(String name) {
        return Arrays.stream(values())
                .filter(each -> each.text().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not an exporter; expected one of "
                        + Arrays.stream(values()).map(CompatibleMetrics::text).collect(Collectors.joining(", "))));
    }

    private String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Writes the metrics of sweeps in the text format of Prometheus.
     *
     * @throws IOException if the reader has gone
     */
    public void write(Collection<MonitorSweep> sweeps, Writer out) throws IOException {
        switch (this) {
            case TREYDOCK -> TreydockMetrics.write(sweeps, out);
            case GUILBAULTS -> GuilbaultsMetrics.write(sweeps, out);
        }
    }
}
