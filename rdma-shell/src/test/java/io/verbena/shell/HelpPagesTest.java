package io.verbena.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.VerbenaCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

class HelpPagesTest {
    static Set<String> commands() {
        return VerbenaCommand.commandLine(() -> 0).getSubcommands().keySet();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void pageEqualsTheHelpOfTheCommand(String command) {
        CommandLine model = Objects.requireNonNull(
                VerbenaCommand.commandLine(() -> 0, command).getSubcommands().get(command));

        for (String option : new String[] {"--help", "-h"}) {
            assertThat(printed(command, option)).isEqualTo(model.getUsageMessage(Ansi.OFF));
        }
        assertThat(model.getCommandSpec().findOption("-h").usageHelp()).isTrue();
    }

    @Test
    void pageOfTheLauncherListsAllCommands() {
        assertThat(printed("--help"))
                .isEqualTo(VerbenaCommand.commandLine(() -> 0).getUsageMessage(Ansi.OFF))
                .contains(commands());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ibstat",
                "ibstat -l --help",
                "no-such-command --help",
                "../Main.class --help",
                "--help ibstat"
            })
    void otherCommandLinesAreNotAnswered(String line) {
        StringWriter text = new StringWriter();
        String[] arguments =
                Stream.of(line.split(" ")).filter(word -> !word.isEmpty()).toArray(String[]::new);

        assertThat(HelpPages.print(arguments, new PrintWriter(text))).isFalse();
        assertThat(text.toString()).isEmpty();
    }

    private static String printed(String... arguments) {
        StringWriter text = new StringWriter();
        assertThat(HelpPages.print(arguments, new PrintWriter(text))).isTrue();
        return text.toString();
    }
}
