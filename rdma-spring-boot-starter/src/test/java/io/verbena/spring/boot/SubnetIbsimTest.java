package io.verbena.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.diag.counters.ErrorCounter;
import io.verbena.diag.counters.PortCounts;
import io.verbena.diag.counters.TrafficCounter;
import io.verbena.spring.boot.autoconfigure.RdmaAutoConfiguration;
import io.verbena.spring.boot.subnet.RdmaSubnetAutoConfiguration;
import io.verbena.spring.boot.subnet.SubnetService;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Compares the counters of a reading with the output of perfquery before and after. */
@Tag("ibsim")
class SubnetIbsimTest {
    private static final List<TrafficCounter> TRAFFIC = List.of(
            TrafficCounter.XMIT_DATA, TrafficCounter.RCV_DATA, TrafficCounter.XMIT_PACKETS, TrafficCounter.RCV_PACKETS);

    @Test
    void countersAreThoseOfPerfquery() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RdmaAutoConfiguration.class, RdmaSubnetAutoConfiguration.class))
                .withPropertyValues("rdma.fabric.type=native", "rdma.mad.timeout=2s")
                .run(context -> {
                    SubnetService service = context.getBean(SubnetService.class);
                    SubnetSnapshot first = service.refresh();
                    assertThat(first.failures()).isEmpty();
                    Map<PortCounts, Map<String, Long>> before = new HashMap<>();
                    for (PortCounts counts : first.counts().toList()) {
                        before.put(counts, perfquery(counts));
                    }
                    SubnetSnapshot read = service.refresh();
                    for (Map.Entry<PortCounts, Map<String, Long>> old : before.entrySet()) {
                        PortCounts now = read.counts(
                                        old.getKey().port().node().guid(),
                                        old.getKey().port().number())
                                .orElseThrow();
                        compare(now, old.getValue(), perfquery(now));
                    }
                    assertThat(before)
                            .as("eight ports of the switch, with links or without, and one of each host")
                            .hasSize(10);
                });
    }

    private static void compare(PortCounts counts, Map<String, Long> before, Map<String, Long> after) {
        for (ErrorCounter counter : ErrorCounter.values()) {
            if (counter != ErrorCounter.XMIT_WAIT) {
                assertThat(counts.of(counter))
                        .as(counts.port() + " " + counter)
                        .hasValue(after.getOrDefault(counter.label(), -1L));
            }
        }
        for (TrafficCounter counter : TRAFFIC) {
            assertThat(counts.of(counter).orElseThrow())
                    .as(counts.port() + " " + counter)
                    .isBetween(before.get(counter.label()), after.get(counter.label()));
        }
    }

    /** Returns the errors of PortCounters, and packets and data as the reading returned them. */
    private static Map<String, Long> perfquery(PortCounts counts) throws IOException, InterruptedException {
        Map<String, Long> values = new HashMap<>(run(counts));
        if (counts.extended() != null) {
            values.putAll(run(counts, "-x"));
        }
        return values;
    }

    private static Map<String, Long> run(PortCounts counts, String... options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("perfquery"));
        command.addAll(List.of(options));
        command.add(String.valueOf(counts.port().lid().bits()));
        command.add(String.valueOf(counts.port().number()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(text).isZero();
        Map<String, Long> values = new HashMap<>();
        Pattern.compile("^(\\w+):\\.*(\\d+)$", Pattern.MULTILINE)
                .matcher(text)
                .results()
                .forEach(line -> values.put(line.group(1), Long.parseLong(line.group(2))));
        return values;
    }
}
