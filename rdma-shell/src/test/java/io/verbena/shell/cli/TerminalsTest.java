package io.verbena.shell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalsTest {
    @TempDir
    private Path folder = Path.of("");

    private boolean leadsToTerminal(String target) throws IOException {
        return Terminals.leadsToTerminal(Files.createSymbolicLink(folder.resolve("descriptor"), Path.of(target)));
    }

    @Test
    void detectsATerminal() throws IOException {
        assertThat(leadsToTerminal("/dev/pts/3")).isTrue();
    }

    @Test
    void detectsAFile() throws IOException {
        assertThat(leadsToTerminal("/home/user/errors")).isFalse();
    }

    @Test
    void detectsAPipe() throws IOException {
        assertThat(leadsToTerminal("pipe:[4711]")).isFalse();
    }

    @Test
    void detectsDevNull() throws IOException {
        assertThat(leadsToTerminal("/dev/null")).isFalse();
    }

    @Test
    void assumesATerminalIfTheTargetIsUnknown() {
        assertThat(Terminals.leadsToTerminal(folder.resolve("nothing"))).isTrue();
    }
}
