package io.verbena.shell.command.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.checks.ColourOption.Colours;
import org.junit.jupiter.api.Test;

class ColoursTest {
    @Test
    void leavesTextUnchangedWithoutATerminal() {
        assertThat(Colours.of(false, null).bad("Down")).isEqualTo("Down");
    }

    @Test
    void leavesTextUnchangedIfNoColorIsSet() {
        assertThat(Colours.of(true, "1").bad("Down")).isEqualTo("Down");
    }

    @Test
    void colorsErrorsOnATerminal() {
        assertThat(Colours.of(true, "").bad("Down")).isEqualTo("\u001b[31mDown\u001b[0m");
    }
}
