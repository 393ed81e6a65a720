package io.verbena.shell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.VerbenaCommand;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Each command and option of ibtool, the program of python-rdma, has a counterpart, or a reason why it needs none. */
class IbtoolTest {
    private static final int COMMANDS = 62;

    private final Map<String, CommandLine> commands =
            VerbenaCommand.commandLine(() -> 0).getSubcommands();
    private final List<IbtoolRow> rows = IbtoolRow.all();

    @Test
    void everyCommandExists() {
        List<IbtoolRow> named = rows.stream().filter(IbtoolRow::isCommand).toList();

        assertThat(named).hasSize(COMMANDS).extracting(IbtoolRow::command).doesNotHaveDuplicates();
        assertThat(named)
                .allSatisfy(row -> assertThat(row.reason().isPresent() || commands.containsKey(row.command()))
                        .as(row.command())
                        .isTrue());
    }

    @Test
    void everyOptionExistsOrHasAReason() {
        List<IbtoolRow> options = rows.stream().filter(row -> !row.isCommand()).toList();

        assertThat(options).hasSizeGreaterThan(700);
        assertThat(options).allSatisfy(row -> {
            assertThat(row.verbena().isEmpty())
                    .as("%s %s has an option or a reason", row.command(), row.option())
                    .isEqualTo(row.reason().isPresent());
            assertThat(row.reason()).as("%s %s", row.command(), row.option()).isNotEqualTo(Optional.of(Reason.MISSING));
            row.verbena()
                    .forEach(name -> assertThat(has(row.command(), name))
                            .as("%s %s", row.command(), name)
                            .isTrue());
        });
    }

    @Test
    void anOptionThatIsNotThereIsNoticed() {
        assertThat(has("ibaddr", "--gid_show")).isTrue();
        assertThat(has("ibaddr", "--nonsense")).isFalse();
        assertThat(has("nonsense", "--help")).isFalse();
    }

    private boolean has(String command, String option) {
        CommandLine found = commands.get(command);
        return found != null && found.getCommandSpec().findOption(option) != null;
    }
}
