package io.verbena.shell.console;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.springframework.shell.test.ShellAssertions.assertThat;

import io.verbena.shell.console.LineSplitter.InvalidLineException;
import io.verbena.shell.console.PicocliCommand.CommandRegistrar;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.shell.core.command.CommandRegistry;
import org.springframework.shell.test.ShellScreen;
import org.springframework.shell.test.ShellTestClient;
import org.springframework.shell.test.autoconfigure.ShellTest;

@ShellTest
@SpringBootTest(classes = {ConsoleConfiguration.class, DemoCommands.Beans.class})
class ConsoleCommandsTest {
    @Autowired
    ShellTestClient client;

    @Autowired
    CommandRegistry registry;

    @Test
    void passesTheArgumentsToPicocli() throws Exception {
        assertThat(client.sendCommand("lid -lP 1 -Cmlx5_0 --speed=ndr 'spine 1' -- -x"))
                .containsText("list=true port=1 device=mlx5_0 speed=NDR nodes=[spine 1, -x]");
    }

    @Test
    void eachLineStartsWithDefaultOptionValues() throws Exception {
        client.sendCommand("lid -l -P 7 leaf1");

        assertThat(client.sendCommand("address")).containsText("list=false port=0 device=null speed=null nodes=[]");
    }

    @Test
    void printsTheErrorOfACommandUnchanged() throws Exception {
        org.assertj.core.api.Assertions.assertThat(client.sendCommand("broken").lines())
                .containsExactly("verbena: cannot read port 4 of \"leaf2\"");
    }

    @Test
    void reportsWhyACommandIsNotAvailable() throws Exception {
        assertThat(client.sendCommand("away")).containsText("there is no device");
    }

    @Test
    void listsTheCommandsByGroup() throws Exception {
        ShellScreen screen = client.sendCommand("help");

        org.assertj.core.api.Assertions.assertThat(screen.lines())
                .containsSubsequence("Fabric", "Trials", "This console")
                .anyMatch(line -> line.matches(" +lid +Shows what was understood"));
    }

    @Test
    void printsTheHelpOfPicocliForACommand() throws Exception {
        assertThat(client.sendCommand("help lid"))
                .containsText("Usage: verbena lid [-l] [-C=<device>] [-P=<port>] [-s=<speed>] [NODE...]");
    }

    @Test
    void printsHelpForItsOwnCommands() throws Exception {
        assertThat(client.sendCommand("help help")).containsText("Usage: help [COMMAND]");
        assertThat(client.sendCommand("help help")).containsText("Lists the commands, or shows the help of one.");
    }

    @Test
    void suggestsTheNearestCommand() {
        assertThatExceptionOfType(InvalidLineException.class)
                .isThrownBy(() -> client.sendCommand("wacth"))
                .withMessage("unknown command \"wacth\"; did you mean watch?");
    }

    @Test
    void rejectsTwoCommandsWithOneName() {
        CommandRegistrar registrar = new CommandRegistrar(registry, new ConsoleSession());

        assertThatIllegalStateException()
                .isThrownBy(() -> registrar.register(new DemoCommands()))
                .withMessageContaining("two commands have the name");
    }
}
