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
    void errorsAreSeenOnATerminal() throws IOException {
        assertThat(leadsToTerminal("/dev/pts/3")).isTrue();
    }

    @Test
    void errorsAreNotSeenInAFile() throws IOException {
        assertThat(leadsToTerminal("/home/user/errors")).isFalse();
    }

    @Test
    void errorsAreNotSeenInAPipe() throws IOException {
        assertThat(leadsToTerminal("pipe:[4711]")).isFalse();
    }

    @Test
    void errorsAreNotSeenByNobody() throws IOException {
        assertThat(leadsToTerminal("/dev/null")).isFalse();
    }

    @Test
    void errorsMayBeSeenWhereNobodyCanTell() {
        assertThat(Terminals.leadsToTerminal(folder.resolve("nothing"))).isTrue();
    }
}
