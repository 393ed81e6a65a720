package io.verbena.shell.command.administration;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The options of {@code sm}. */
class SmCommandTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "sm --no-enforcement plan   | --no-enforcement has no effect without partitions",
                "sm --subnet-prefix x plan  | --subnet-prefix: 'x' is not a number",
                "sm -R shortest plan        | 'shortest' is unknown; expected min-hop, up-down, fat-tree or deadlock-free",
                "sm plans                   | 'plans' is neither 'plan' nor an option",
            })
    void refusesInvalidOptionsInOneLine(String command, String message) {
        CommandRun run = CommandRun.verbenaLine("--fabric embedded:two-node " + command);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors())
                .singleElement()
                .asString()
                .startsWith("verbena: ")
                .contains(message);
    }
}
