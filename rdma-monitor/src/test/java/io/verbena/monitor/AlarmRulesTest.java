package io.verbena.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.embedded.EmbeddedPort;
import io.verbena.iba.LaneSpeed;
import io.verbena.monitor.alarm.Alarm;
import io.verbena.monitor.alarm.SweepJudge;
import io.verbena.monitor.rule.AlarmRule;
import io.verbena.monitor.store.RollUps;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule on the embedded fabric: a fault raises its alarm, and the alarm ends after the fault. */
class AlarmRulesTest {
    private static final int MAX_SWEEPS = 600;

    /** The interval of sweeps where hours pass in which nothing happens. */
    private static final Duration LONG_INTERVAL = Duration.ofMinutes(5);

    /**
     * A way to provoke an alarm.
     *
     * @param rule the rule
     * @param fault injects the fault; called before each sweep until the alarm is raised
     * @param repair ends the fault
     */
    private record Provocation(String rule, Consumer<WatchedFabric> fault, Consumer<WatchedFabric> repair) {
        static Provocation counting(String rule, String counter, long perSweep) {
            return new Provocation(rule, watched -> watched.port().count(counter, perSweep), watched -> {});
        }

        @Override
        public String toString() {
            return rule;
        }
    }

    static Stream<Provocation> provocations() {
        return Stream.of(
                Provocation.counting("link-ber-12m", "symbolErrorCounter", 1),
                Provocation.counting("link-ber-125m", "symbolErrorCounter", 1),
                Provocation.counting("link-fec-uncorrectable", "portFecUncorrectableBlockCtr", 1),
                Provocation.counting("link-raw-ber", "portFecCorrectedSymbolCtr", 100_000_000),
                new Provocation(
                        "link-flap",
                        AlarmRulesTest::flap,
                        watched -> watched.port().up()),
                new Provocation(
                        "link-down",
                        watched -> watched.port().down(),
                        watched -> watched.port().up()),
                new Provocation(
                        "link-degraded",
                        watched -> watched.port().limit(LaneSpeed.SDR),
                        watched -> watched.fabric().heal()),
                new Provocation(
                        "link-slower-than-twins",
                        watched -> watched.port().limit(LaneSpeed.SDR),
                        watched -> watched.fabric().heal()),
                Provocation.counting("port-errors", "portRcvErrors", 4),
                Provocation.counting("port-discards", "portXmitDiscards", 90),
                Provocation.counting("port-constraint-errors", "portXmitConstraintErrors", 90),
                Provocation.counting("vl15-dropped", "vl15Dropped", 20),
                new Provocation(
                        "packet-loss",
                        watched -> watched.port().count("portRcvErrors", 2).count("portRcvPkts", 1000),
                        watched -> {}),
                new Provocation("errors-rising", AlarmRulesTest::rise, watched -> {}),
                new Provocation(
                        "congestion",
                        watched -> watched.port().peer().orElseThrow().count("portXmitWait", 2_000_000_000),
                        watched -> {}),
                new Provocation(
                        "node-unreachable",
                        watched -> watched.host().silence(),
                        watched -> watched.host().restore()),
                new Provocation(
                        "sm-gone",
                        watched -> watched.fabric().subnetAdministration().silence(),
                        watched -> watched.fabric().subnetAdministration().restore()),
                new Provocation(
                        "sm-changed",
                        watched -> watched.fabric().subnetAdministration().moveTo(watched.port()),
                        watched -> {}),
                new Provocation(
                        "sweep-partial",
                        watched -> watched.host().busy(1.0, 1),
                        watched -> watched.host().notBusy()),
                new Provocation("collector-stale", watched -> watched.advance(Duration.ofMinutes(3)), watched -> {}));
    }

    /** Cuts the link before every other sweep. */
    private static void flap(WatchedFabric watched) {
        if (watched.port().isUp()) {
            watched.port().down();
        } else {
            watched.port().up();
        }
    }

    /** Counts more errors in each hour than in the one before. */
    private static void rise(WatchedFabric watched) {
        long hour = Duration.between(Instant.parse("2026-11-02T00:00:00Z"), watched.now())
                .toHours();
        watched.port().count("portRcvErrors", hour + 1);
    }

    @ParameterizedTest
    @MethodSource("provocations")
    void aFaultRaisesTheAlarmAndTheAlarmEnds(Provocation provocation) {
        try (WatchedFabric watched = WatchedFabric.open("rdma.subnet.error-correction=true")) {
            watched.sweeps(3);
            assertThat(watched.alarms()).isEmpty();

            for (int i = 0; i < MAX_SWEEPS && watched.alarm(provocation.rule()).isEmpty(); i++) {
                provocation.fault().accept(watched);
                if (provocation.rule().equals("collector-stale")) {
                    watched.bean(SweepJudge.class).judgeTime();
                } else {
                    watched.sweep(provocation.rule().equals("errors-rising") ? LONG_INTERVAL : WatchedFabric.INTERVAL);
                }
            }
            assertThat(watched.alarm(provocation.rule()))
                    .as("the alarm is raised")
                    .isPresent();
            Alarm raised = watched.alarm(provocation.rule()).orElseThrow();
            assertThat(raised.proposal()).isNotBlank();
            assertThat(raised.text()).isNotBlank();

            provocation.repair().accept(watched);
            Duration expiry = rule(watched, provocation.rule()).expiry();
            Duration interval =
                    expiry.compareTo(LONG_INTERVAL.multipliedBy(4)) < 0 ? WatchedFabric.INTERVAL : LONG_INTERVAL;
            Instant last = watched.now();
            for (int i = 0; i < MAX_SWEEPS && watched.alarm(provocation.rule()).isPresent(); i++) {
                last = watched.alarm(provocation.rule()).orElseThrow().seen();
                watched.sweep(interval);
            }
            assertThat(watched.alarm(provocation.rule())).as("the alarm ends").isEmpty();
            assertThat(Duration.between(last, watched.now()))
                    .as("the alarm ends when it expires, at the next sweep")
                    .isBetween(expiry, expiry.plus(interval.multipliedBy(2)));
        }
    }

    private static AlarmRule rule(WatchedFabric watched, String name) {
        return watched.bean(SweepJudge.class).rules().stream()
                .filter(rule -> rule.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aNodeThatRestartsOftenIsUnhealthy() throws InterruptedException {
        try (WatchedFabric watched = WatchedFabric.open(Instant.parse("2026-11-02T00:00:00Z"), false)) {
            watched.sweeps(2);
            for (int i = 0; i < 12 && watched.alarm("node-unhealthy").isEmpty(); i++) {
                watched.host().reboot(Duration.ofMillis(300));
                watched.sweep();
                Thread.sleep(400);
                watched.sweep(Duration.ofSeconds(10));
                assertThat(watched.alarm("node-reboot")).isPresent();
            }
            assertThat(watched.alarm("node-unhealthy")).isPresent();

            watched.sweep(Duration.ofMinutes(20));
            assertThat(watched.alarm("node-reboot")).isEmpty();
            watched.sweep(Duration.ofMinutes(20));
            assertThat(watched.alarm("node-unhealthy")).isEmpty();
        }
    }

    @Test
    void everyShippedRuleIsProvoked() {
        Set<String> provoked = provocations().map(Provocation::rule).collect(Collectors.toSet());
        // These have tests of their own: above, in RuleEngineTest and in FailingDatabaseTest.
        provoked.addAll(List.of("node-reboot", "node-unhealthy", "counter-saturated", "store-failed"));
        try (WatchedFabric watched = WatchedFabric.open()) {
            assertThat(watched.bean(SweepJudge.class).rules())
                    .extracting(AlarmRule::name)
                    .containsExactlyInAnyOrderElementsOf(provoked);
            assertThat(watched.bean(SweepJudge.class).rules()).allSatisfy(rule -> {
                assertThat(rule.source()).isNotBlank();
                assertThat(rule.summary()).isNotBlank();
            });
        }
    }

    @Test
    void aHealthyWeekRaisesNoAlarm() {
        try (WatchedFabric watched = WatchedFabric.open(
                "rdma.subnet.error-correction=true", "monitor.store.raw=2h", "monitor.store.five-minutes=1d")) {
            EmbeddedPort leaf = watched.port().peer().orElseThrow();
            // Errors that a healthy cable has: fewer than one in a day.
            for (int sweep = 0; sweep < 7 * 24 * 4; sweep++) {
                watched.port().count("portXmitData", 3_000_000_000L).count("portXmitPkts", 3_000_000);
                watched.port().count("portRcvData", 3_000_000_000L).count("portRcvPkts", 3_000_000);
                // A raw bit error rate of 1e-8, and 6 % of the time without credits.
                watched.port().count("portFecCorrectedSymbolCtr", 900_000);
                leaf.count("portXmitWait", 5_000_000_000L);
                if (sweep % 200 == 199) {
                    watched.port().count("symbolErrorCounter", 1);
                }
                watched.sweep(Duration.ofMinutes(15));
                if (sweep % 8 == 0) {
                    watched.bean(RollUps.class).remove();
                }
                assertThat(watched.alarms()).as("alarms in sweep %d", sweep).isEmpty();
            }
        }
    }
}
