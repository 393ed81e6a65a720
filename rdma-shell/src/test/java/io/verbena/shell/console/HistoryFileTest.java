package io.verbena.shell.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.console.TerminalRunner.SystemTerminal;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HistoryFileTest {
    private static final Path HOME = Path.of("/home/anna");

    @Test
    void isInTheStateDirectory() {
        assertThat(SystemTerminal.historyFile(Map.of("XDG_STATE_HOME", "/var/anna"), HOME))
                .isEqualTo(Path.of("/var/anna/verbena/history"));
    }

    @Test
    void isInTheHomeDirectoryWithoutAnAbsoluteStateDirectory() {
        Path usual = Path.of("/home/anna/.local/state/verbena/history");
        assertThat(SystemTerminal.historyFile(Map.of(), HOME)).isEqualTo(usual);
        assertThat(SystemTerminal.historyFile(Map.of("XDG_STATE_HOME", ""), HOME))
                .isEqualTo(usual);
        assertThat(SystemTerminal.historyFile(Map.of("XDG_STATE_HOME", "state"), HOME))
                .isEqualTo(usual);
    }
}
