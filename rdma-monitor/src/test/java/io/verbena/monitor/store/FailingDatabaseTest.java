package io.verbena.monitor.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.monitor.WatchedFabric;
import io.verbena.monitor.query.LiveView;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.springframework.jdbc.core.JdbcTemplate;

/** A database that fails while the monitor runs. */
@EnabledIf(value = "io.verbena.monitor.store.PostgresServer#isInstalled", disabledReason = "not installed: postgresql")
class FailingDatabaseTest {
    private static final Instant START = Instant.parse("2026-11-02T00:00:00Z");

    @Test
    void aStoppedDatabaseLeavesTheLiveViewAndAnAlarmAndNothingIsLost() throws Exception {
        try (PostgresServer server = PostgresServer.start();
                WatchedFabric watched = WatchedFabric.open(START, true, server.properties())) {
            watched.sweeps(2);
            server.stop();
            watched.port().count("symbolErrorCounter", 3);
            watched.sweeps(2);
            assertDegraded(watched);

            server.startAgain();
            assertRecovers(watched, 4);
        }
    }

    @Test
    void aFileThatCannotGrowLeavesTheLiveViewAndAnAlarm() throws Exception {
        try (PostgresServer server = PostgresServer.start("1250000");
                WatchedFabric watched = WatchedFabric.open(START, true, server.properties())) {
            watched.sweeps(2);
            JdbcTemplate jdbc = watched.bean(JdbcTemplate.class);
            // What the failed statement has written stays in the file.
            assertThatThrownBy(() -> fill(jdbc, watched.now())).hasMessageContaining("could not extend file");
            watched.sweeps(2);
            assertDegraded(watched);
            assertThat(watched.alarm("store-failed").orElseThrow().text()).contains("could not extend file");

            server.stop();
            server.startAgain();
            assertRecovers(watched, 4);
        }
    }

    private static void fill(JdbcTemplate jdbc, Instant at) {
        for (int part = 1; part <= 100; part++) {
            jdbc.update(
                    "INSERT INTO port_sample (at_ms, port_id, interval_ms, reset, saturated)"
                            + " SELECT ?, 1000000 + ? + n, 1, 0, 0 FROM generate_series(1, 2000) n",
                    at.toEpochMilli(),
                    part * 2000);
        }
    }

    @Test
    void sweepsAreDroppedWhenTooManyWait() throws Exception {
        try (PostgresServer server = PostgresServer.start();
                WatchedFabric watched =
                        WatchedFabric.open(START, true, append(server.properties(), "monitor.store.max-pending=2"))) {
            watched.sweep();
            server.stop();
            watched.sweeps(4);
            assertThat(watched.bean(StoreHealth.class).state().dropped()).isEqualTo(2);
            server.startAgain();
            assertThat(recover(watched, 3)).isGreaterThan(3);

            assertThat(StoreContract.count(watched, "sweep", "1 = 1"))
                    .as("the first sweep, the last two that waited, and the one that was written")
                    .isEqualTo(4);
        }
    }

    private static String[] append(String[] properties, String last) {
        String[] all = Arrays.copyOf(properties, properties.length + 1);
        all[properties.length] = last;
        return all;
    }

    private static void assertDegraded(WatchedFabric watched) {
        assertThat(watched.bean(StoreHealth.class).failure()).isPresent();
        assertThat(watched.alarm("store-failed")).isPresent();
        assertThat(watched.bean(LiveView.class).sweep("fabric").orElseThrow().at())
                .as("the live view shows the last sweep")
                .isEqualTo(watched.now());
    }

    /** Recovers, and checks that no sweep is missing. */
    private static void assertRecovers(WatchedFabric watched, int before) {
        int sweeps = recover(watched, before);
        assertThat(StoreContract.count(watched, "sweep", "1 = 1")).isEqualTo(sweeps);
    }

    /** Sweeps until the database accepts sweeps again, and returns the number of sweeps since the start. */
    private static int recover(WatchedFabric watched, int before) {
        int sweeps = before;
        do {
            watched.sweep();
            sweeps++;
        } while (watched.bean(StoreHealth.class).failure().isPresent() && sweeps < before + 10);
        assertThat(watched.bean(StoreHealth.class).failure()).isEmpty();
        assertThat(watched.alarm("store-failed")).isEmpty();
        assertThat(StoreContract.count(watched, "alarm_transition", "rule = 'store-failed'"))
                .as("the alarm was raised and cleared")
                .isEqualTo(2);
        return sweeps;
    }
}
