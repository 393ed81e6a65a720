package io.verbena.monitor.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.embedded.EmbeddedPort;
import io.verbena.monitor.WatchedFabric;
import io.verbena.monitor.metrics.ExporterRecord.Difference;
import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.query.LiveView;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompatibleMetricsTest {
    private static final Path PROMTOOL = Path.of("/usr/bin/promtool");

    static boolean hasPromtool() {
        return Files.isExecutable(PROMTOOL);
    }

    static String text(WatchedFabric watched, CompatibleMetrics format) throws IOException {
        MonitorSweep sweep = watched.bean(LiveView.class).sweep("fabric").orElseThrow();
        StringWriter text = new StringWriter();
        format.write(List.of(sweep), text);
        return text.toString();
    }

    /** Returns the data that the port of the host has sent, including that of the sweep, in words. */
    private static long words(WatchedFabric watched) {
        return watched.bean(LiveView.class).sweep("fabric").orElseThrow().samples().stream()
                .filter(sample -> sample.place().equals(WatchedFabric.place(watched.port())))
                .mapToLong(sample -> sample.value(MonitoredCounter.XMIT_DATA))
                .findFirst()
                .orElseThrow();
    }

    /** Counts on the port of a host and on the port of the switch at its other end. */
    private static PortPlace prepare(WatchedFabric watched) {
        EmbeddedPort host = watched.port();
        host.counter("symbolErrorCounter", 7);
        host.counter("portXmitData", 1000);
        host.peer().orElseThrow().counter("vl15Dropped", 3);
        watched.sweep();
        return WatchedFabric.place(host.peer().orElseThrow());
    }

    @Test
    void hasTheNamesOfTreydock() throws IOException {
        try (WatchedFabric watched = WatchedFabric.open()) {
            PortPlace peer = prepare(watched);
            EmbeddedPort host = watched.port();
            String guid = host.guid().toHex();
            String text = text(watched, CompatibleMetrics.TREYDOCK);
            assertThat(text)
                    .contains("infiniband_hca_port_symbol_error_total{guid=\"" + guid + "\",port=\"1\"} 7\n")
                    .contains("infiniband_hca_port_transmit_data_bytes_total{guid=\"" + guid + "\",port=\"1\"} "
                            + 4 * words(watched) + "\n")
                    .contains("infiniband_switch_port_vl15_dropped_total{guid=\"" + peer.node() + "\",port=\""
                            + peer.port() + "\"} 3\n")
                    .contains("# TYPE infiniband_switch_port_transmit_wait_total counter\n")
                    .contains("infiniband_hca_uplink_info{guid=\"" + guid + "\",port=\"1\",hca=\"")
                    .contains("uplink_guid=\"" + peer.node() + "\",uplink_type=\"SW\",uplink_port=\"" + peer.port()
                            + "\",uplink_lid=\"")
                    .contains("lid=\"" + host.lid() + "\"} 1\n")
                    .contains("infiniband_hca_rate_bytes_per_second{guid=\"" + guid + "\"} ")
                    .contains("infiniband_switch_port_raw_rate_bytes_per_second{guid=\"" + peer.node() + "\",port=\"");
            assertThat(text).doesNotContain("lid=\"0\"");
        }
    }

    @Test
    void hasTheNamesOfGuilbaults() throws IOException {
        try (WatchedFabric watched = WatchedFabric.open()) {
            PortPlace peer = prepare(watched);
            EmbeddedPort host = watched.port();
            String shortGuid = "0x" + host.guid().toHex().substring(2).replaceFirst("^0+", "");
            String text = text(watched, CompatibleMetrics.GUILBAULTS);
            assertThat(text.lines().filter(line -> line.startsWith("infiniband_portxmitdata_total{component=\"ca\"")))
                    .anySatisfy(line -> assertThat(line)
                            .contains("local_guid=\"" + shortGuid + "\",local_port=\"1\"")
                            .contains("remote_guid=\"" + peer.node() + "\",remote_port=\"" + peer.port() + "\"")
                            .endsWith("} " + words(watched)));
            assertThat(text).contains("infiniband_scrape_ok 1\n").contains("infiniband_width{component=\"switch\"");

            host.down();
            watched.sweep();
            assertThat(text(watched, CompatibleMetrics.GUILBAULTS))
                    .as("a link that is down has no series")
                    .doesNotContain(shortGuid + "\"");
        }
    }

    @Test
    void countersWithMoreBitsAreThoseOfTreydock() throws IOException {
        String topology = Path.of(System.getProperty("basedir", "."))
                .resolve("../testbed/nets/counted.net")
                .toString();
        try (WatchedFabric watched = WatchedFabric.open("rdma.fabric.topology=" + topology)) {
            ExporterRecord.resource("extended-counters.txt")
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("[ =]", -1))
                    .forEach(words -> watched.fabric()
                            .node(words[0])
                            .port(Integer.parseInt(words[1]))
                            .counter(words[2], Long.parseLong(words[3])));
            watched.sweep();
            assertThat(ExporterRecord.parse(ExporterRecord.resource("treydock-extended.txt"))
                            .compareWith(
                                    ExporterRecord.parse(text(watched, CompatibleMetrics.TREYDOCK)),
                                    ExporterRecord.documented(CompatibleMetrics.TREYDOCK)))
                    .extracting(Difference::only)
                    .as("the monitor lacks series and has no others")
                    .containsOnly("exporter");
        }
    }

    @ParameterizedTest
    @EnumSource(CompatibleMetrics.class)
    @EnabledIf("hasPromtool")
    void promtoolAcceptsThem(CompatibleMetrics format) throws Exception {
        try (WatchedFabric watched = WatchedFabric.open()) {
            prepare(watched);
            Process check = new ProcessBuilder(PROMTOOL.toString(), "check", "metrics")
                    .redirectErrorStream(true)
                    .start();
            check.getOutputStream().write(text(watched, format).getBytes(StandardCharsets.UTF_8));
            check.getOutputStream().close();
            String report = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(check.waitFor(10, TimeUnit.SECONDS)).isTrue();
            // The linter wants other names than those of the exporters; it must find no error of form.
            assertThat(report).doesNotContain("error while linting").doesNotContain("text format parsing");
        }
    }

    @Test
    void namesTheExportersThatItKnows() {
        assertThat(CompatibleMetrics.ofName("treydock")).isEqualTo(CompatibleMetrics.TREYDOCK);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompatibleMetrics.ofName("other"))
                .withMessageContaining("treydock, guilbaults");
    }
}
