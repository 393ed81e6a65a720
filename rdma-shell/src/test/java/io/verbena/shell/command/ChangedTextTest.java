package io.verbena.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.WatchCommand.ChangedText;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangedTextTest {
    @Test
    void highlightsChangedCharacters() {
        assertThat(ChangedText.highlight(List.of("errors 1 0", "same"), List.of("errors 2 0", "same", "more")))
                .containsExactly("errors \u001b[7m2\u001b[0m 0", "same", "\u001b[7mmore\u001b[0m");
    }

    @Test
    void highlightsTheEndOfALongerLine() {
        assertThat(ChangedText.highlight(List.of("9"), List.of("10"))).containsExactly("\u001b[7m10\u001b[0m");
        assertThat(ChangedText.highlight(List.of("1"), List.of("12"))).containsExactly("1\u001b[7m2\u001b[0m");
    }
}
