package io.verbena.monitor.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.monitor.WatchedFabric;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

@EnabledIf(value = "io.verbena.monitor.store.PostgresServer#isInstalled", disabledReason = "not installed: postgresql")
class PostgresStoreTest extends StoreContract {
    private static PostgresServer server;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @BeforeEach
    void empty() throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP SCHEMA public CASCADE");
            statement.execute("CREATE SCHEMA public");
        }
    }

    @Override
    WatchedFabric open(Instant start, String... properties) {
        return WatchedFabric.open(
                start,
                true,
                Stream.concat(Stream.of(server.properties()), Stream.of(properties))
                        .toArray(String[]::new));
    }

    @Test
    void dropsThePartitionsOfOldDays() {
        try (WatchedFabric watched = open(Instant.parse("2026-11-02T23:00:00Z"))) {
            watched.sweep();
            for (int i = 0; i < 4; i++) {
                watched.sweep(Duration.ofHours(1));
            }
            assertThat(partitions(watched))
                    .containsExactly("port_sample_20261102", "port_sample_20261103", "port_sample_20261104");
            watched.advance(Duration.ofHours(20));
            watched.bean(RollUps.class).remove();
            assertThat(partitions(watched)).containsExactly("port_sample_20261103", "port_sample_20261104");
        }
    }

    /** The commands of docs/monitor-operations.md. */
    @Test
    void aDumpIsRestored(@TempDir Path directory) throws IOException, InterruptedException {
        String dump = directory.resolve("monitor.dump").toString();
        Instant start = Instant.parse("2026-11-02T23:00:00Z");
        Instant end;
        List<String> partitions;
        server.client("createdb", "monitor");
        try (WatchedFabric watched = open(start, "spring.datasource.url=" + server.url("monitor"))) {
            watched.port().counter("symbolErrorCounter", 100);
            watched.sweep();
            watched.port().count("symbolErrorCounter", 5);
            watched.sweep();
            partitions = partitions(watched);
            end = watched.now();
            server.client("pg_dump", "--format=custom", "--file=" + dump, "monitor");
        }
        server.client("createdb", "restored");
        server.client("pg_restore", "--exit-on-error", "--dbname=restored", dump);
        try (WatchedFabric watched = open(end, "spring.datasource.url=" + server.url("restored"))) {
            assertThat(partitions(watched)).isEqualTo(partitions).hasSize(2);
            assertThat(count(watched, "port_sample", "symbol_error = 5")).isEqualTo(1);
            watched.port().counter("symbolErrorCounter", 107);
            watched.sweep(Duration.ofHours(25));
            assertThat(partitions(watched)).hasSize(4);
            assertThat(count(watched, "port_sample", "symbol_error = 2"))
                    .as("what was counted since the back-up")
                    .isEqualTo(1);
        }
    }

    private static List<String> partitions(WatchedFabric watched) {
        return watched.bean(JdbcTemplate.class)
                .queryForList(
                        "SELECT relname FROM pg_class JOIN pg_inherits ON oid = inhrelid"
                                + " WHERE inhparent = 'port_sample'::regclass ORDER BY relname",
                        String.class);
    }
}
