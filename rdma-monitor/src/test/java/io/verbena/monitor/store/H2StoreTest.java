package io.verbena.monitor.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.monitor.WatchedFabric;
import java.nio.file.Path;
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
