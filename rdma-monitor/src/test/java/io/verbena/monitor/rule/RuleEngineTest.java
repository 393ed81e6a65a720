package io.verbena.monitor.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.Observation.ManagerEntry;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.PortSample;
import io.verbena.monitor.model.TopologySnapshot;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;

class RuleEngineTest {

    private static ByteArrayResource yaml(String text) {
        return new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void reportsCountersThatStoppedAtTheirMaximum() {
        long[] values = new long[MonitoredCounter.ALL.size()];
        values[MonitoredCounter.SYMBOL_ERROR.index()] = 0xffff;
        long[] deltas = new long[values.length];
        Arrays.fill(deltas, PortSample.UNKNOWN);
        long saturated = 1L << MonitoredCounter.SYMBOL_ERROR.index();
        PortSample sample = new PortSample(new PortPlace("0x1", 1), 30_000, false, saturated, values, deltas);
        MonitorSweep sweep = new MonitorSweep(
                "fabric",
                Instant.parse("2026-11-02T00:00:00Z"),
                1,
                new TopologySnapshot(List.of()),
                List.of(sample),
                List.of(),
                List.of(),
                new ManagerEntry("0x1", true, "host1"));
        assertThat(new RuleEngine(RuleFile.read(null)).inspect(sweep))
                .singleElement()
                .satisfies(verdict -> {
                    assertThat(verdict.rule().name()).isEqualTo("counter-saturated");
                    assertThat(verdict.text()).contains("symbol_error");
                });
    }

    @Test
    void rulesOfTheOperatorReplaceShippedOnes() {
        List<AlarmRule> rules = RuleFile.read(yaml("""
                rules:
                  - name: port-discards
                    kind: counter-sum
                    counters: [xmit_discards]
                    threshold: 7
                    window: 1m
                  - name: link-flap
                    kind: link-flap
                    enabled: false
                """));
        assertThat(rules)
                .filteredOn(rule -> rule.name().equals("port-discards"))
                .singleElement()
                .satisfies(rule -> {
                    assertThat(rule.threshold()).isEqualTo(7);
                    assertThat(rule.window()).isEqualTo(Duration.ofMinutes(1));
                });
        assertThat(rules).extracting(AlarmRule::name).contains("link-down").doesNotContain("link-flap");
    }

    @Test
    void aFileWithoutRulesIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RuleFile.read(yaml("alarms: []")))
                .withMessageContaining("rules");
    }

    @Test
    void theLimitsOfABitErrorRateAreThoseOfPoisson() {
        // Tables of Poisson limits at 95 % on one side: 0 errors up to 2.996, 3 errors from 0.818 to 7.754.
        assertThat(new BitErrorRate(0, 1).upper()).isCloseTo(2.996, within(0.01));
        assertThat(new BitErrorRate(3, 1).upper()).isCloseTo(7.754, within(0.05));
        assertThat(new BitErrorRate(3, 1).lower()).isCloseTo(0.818, within(0.05));
        // 125 minutes for 1e-15 on 4X NDR, as in the rule of UFM.
        assertThat(BitErrorRate.timeToTell(1e-15, 400e9)).isCloseTo(Duration.ofMinutes(125), Duration.ofMinutes(1));
    }
}
