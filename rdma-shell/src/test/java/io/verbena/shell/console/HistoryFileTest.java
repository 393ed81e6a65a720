package io.verbena.shell.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HistoryFileTest {
    private static final Path HOME = Path.of("/home/anna");

    @Test
    void standsInTheStateDirectory() {
        assertThat(HistoryFile.in(Map.of("XDG_STATE_HOME", "/var/anna"), HOME))
                .isEqualTo(Path.of("/var/anna/verbena/history"));
    }

    @Test
    void standsInTheHomeDirectoryIfTheEnvironmentGivesNoAbsolutePath() {
        Path usual = Path.of("/home/anna/.local/state/verbena/history");
        assertThat(HistoryFile.in(Map.of(), HOME)).isEqualTo(usual);
        assertThat(HistoryFile.in(Map.of("XDG_STATE_HOME", ""), HOME)).isEqualTo(usual);
        assertThat(HistoryFile.in(Map.of("XDG_STATE_HOME", "state"), HOME)).isEqualTo(usual);
    }
}
