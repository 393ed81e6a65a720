package io.verbena.shell.command.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.checks.ColorOption.Colors;
import org.junit.jupiter.api.Test;

class ColorsTest {
    @Test
    void leavesTextUnchangedWithoutATerminal() {
        assertThat(Colors.of(false, null).error("Down")).isEqualTo("Down");
    }

    @Test
    void leavesTextUnchangedIfNoColorIsSet() {
        assertThat(Colors.of(true, "1").error("Down")).isEqualTo("Down");
    }

    @Test
    void colorsErrorsOnATerminal() {
        assertThat(Colors.of(true, "").error("Down")).isEqualTo("\u001b[31mDown\u001b[0m");
    }
}
