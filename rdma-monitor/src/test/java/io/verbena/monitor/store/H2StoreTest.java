package io.verbena.monitor.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.monitor.WatchedFabric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class H2StoreTest extends StoreContract {
    @TempDir
    Path directory;

    @Override
    WatchedFabric open(Instant start, String... properties) {
        return WatchedFabric.open(
                start,
                true,
                Stream.concat(
                                Stream.of("spring.datasource.url=jdbc:h2:file:" + directory.resolve("history")
                                        + ";DB_CLOSE_ON_EXIT=FALSE"),
                                Stream.of(properties))
                        .toArray(String[]::new));
    }

    /** The procedure of docs/monitor-operations.md. */
    @Test
    void aCopyOfTheFileIsRestored() throws IOException {
        Path file = directory.resolve("history.mv.db");
        Path copy = directory.resolve("copy");
        Instant start = Instant.parse("2026-11-02T00:00:00Z");
        Instant end;
        try (WatchedFabric watched = open(start)) {
            watched.port().counter("symbolErrorCounter", 100);
            watched.sweep();
            watched.port().count("symbolErrorCounter", 5);
            watched.sweep();
            end = watched.now();
        }
        Files.copy(file, copy);
        try (WatchedFabric watched = open(end)) {
            watched.port().counter("symbolErrorCounter", 106);
            watched.sweep();
            end = watched.now();
        }
        Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
        try (WatchedFabric watched = open(end)) {
            assertThat(count(watched, "port_sample", "symbol_error = 5")).isEqualTo(1);
            watched.port().counter("symbolErrorCounter", 107);
            watched.sweep();
            assertThat(count(watched, "port_sample", "symbol_error = 2"))
                    .as("what was counted since the back-up")
                    .isEqualTo(1);
        }
    }

    @Test
    void keepsAlarmsOverARestart() {
        Instant start = Instant.parse("2026-11-02T00:00:00Z");
        Instant end;
        try (WatchedFabric watched = open(start)) {
            watched.sweep();
            watched.port().count("portRcvErrors", 11);
            watched.sweep();
            assertThat(watched.alarm("port-errors")).isPresent();
            end = watched.now();
        }
        try (WatchedFabric watched = open(end)) {
            assertThat(watched.alarm("port-errors")).isPresent();
        }
    }
}
