package io.verbena.monitor.alarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.monitor.WatchedFabric;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MaintenanceWindowTest {
    private static final Instant AT = Instant.parse("2026-11-02T00:00:00Z");

    private static MaintenanceWindow window(String pattern) {
        return new MaintenanceWindow(0, pattern, AT, AT.plusSeconds(60), "", "test");
    }

    @Test
    void coversNodesByGuidAndByPattern() {
        assertThat(window("0x1").covers("0x1/4", "a port 4", AT)).isTrue();
        assertThat(window("0x1").covers("0x12/4", "a port 4", AT)).isFalse();
        assertThat(window("rack7-*").covers("0x1/4", "leaf port 4 - rack7-host3 port 1", AT))
                .isTrue();
        assertThat(window("rack7-*").covers("0x1", "rack70", AT)).isFalse();
        assertThat(window("a.c").covers("0x1", "abc", AT)).isFalse();
        assertThat(window("0x1").covers("0x1", "", AT.plusSeconds(60))).isFalse();
    }

    @Test
    void refusesAnEmptyTime() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MaintenanceWindow(0, "a", AT, AT, "", "test"))
                .withMessageContaining("not later");
    }

    @Test
    void anAlarmInAWindowIsMarkedUntilTheWindowEnds() {
        try (WatchedFabric watched = WatchedFabric.open()) {
            watched.sweep();
            AlarmBook book = watched.bean(AlarmBook.class);
            book.add(new MaintenanceWindow(
                    0,
                    watched.host().guid().toHex(),
                    watched.now(),
                    watched.now().plus(Duration.ofMinutes(3)),
                    "new memory",
                    "test"));
            watched.host().silence();
            watched.sweeps(5);
            assertThat(watched.alarm("node-unreachable"))
                    .hasValueSatisfying(alarm -> assertThat(alarm.maintenance()).isTrue());
            watched.sweeps(3);
            assertThat(watched.alarm("node-unreachable"))
                    .hasValueSatisfying(alarm -> assertThat(alarm.maintenance()).isFalse());
        }
    }

    @Test
    void anAcknowledgedAlarmStaysSoUntilItEnds() {
        try (WatchedFabric watched = WatchedFabric.open()) {
            watched.sweep();
            watched.port().count("portRcvErrors", 11);
            watched.sweep();
            AlarmBook book = watched.bean(AlarmBook.class);
            String id = watched.alarm("port-errors").orElseThrow().id();
            assertThat(book.acknowledge(id, "ada", watched.now(), "cable is ordered"))
                    .isPresent();
            watched.sweeps(2);
            assertThat(watched.alarm("port-errors")).hasValueSatisfying(alarm -> {
                assertThat(alarm.state()).isEqualTo(Alarm.AlarmState.ACKNOWLEDGED);
                assertThat(alarm.acknowledgedBy()).isEqualTo("ada");
            });
            assertThat(watched.bean(AlarmJournal.class)
                            .transitions("fabric", AT, watched.now().plusSeconds(1), List.of(), 10))
                    .filteredOn(change -> change.rule().equals("port-errors"))
                    .extracting(AlarmJournal.Transition::actor)
                    .containsExactly("ada", "rule");
        }
    }
}
