package io.verbena.shell.command.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.checks.ColourOption.Colours;
import org.junit.jupiter.api.Test;

class ColoursTest {
    @Test
    void leavesTextAsItIsWhereThereIsNoTerminal() {
        assertThat(Colours.of(false, null).bad("Down")).isEqualTo("Down");
    }

    @Test
    void leavesTextAsItIsWhereNobodyWantsColours() {
        assertThat(Colours.of(true, "1").bad("Down")).isEqualTo("Down");
    }

    @Test
    void coloursWhatIsNotWellOnATerminal() {
        assertThat(Colours.of(true, "").bad("Down")).isEqualTo("\u001b[31mDown\u001b[0m");
    }
}
