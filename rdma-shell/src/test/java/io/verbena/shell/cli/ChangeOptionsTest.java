package io.verbena.shell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ChangeOptionsTest {
    private final StringWriter log = new StringWriter();
    private final ChangeOptions options = new ChangeOptions();

    @Test
    void reportsTheChangeAndReturnsTheNewState() {
        assertThat(options.make(new PrintWriter(log), "set the LID of 0,1 to 7", () -> 7))
                .isEqualTo(7);
        assertThat(log.toString()).isEqualToIgnoringNewLines("verbena: will set the LID of 0,1 to 7");
    }

    @Test
    void dryRunChangesNothing() {
        options.dryRun = true;

        assertThat(options.<Integer>make(new PrintWriter(log), "set the LID of 0,1 to 7", () -> {
                    throw new AssertionError("it was changed");
                }))
                .isNull();
        assertThat(log.toString()).isEqualToIgnoringNewLines("verbena: would set the LID of 0,1 to 7");
    }
}
