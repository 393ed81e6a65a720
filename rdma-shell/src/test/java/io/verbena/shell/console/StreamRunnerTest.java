package io.verbena.shell.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.console.ConsoleConfiguration.ExitCommand;
import io.verbena.shell.console.ConsoleConfiguration.StreamRunner;
import io.verbena.shell.console.LineExecutor.RawTailParser;
import io.verbena.shell.console.PicocliCommand.CommandRegistrar;
import io.verbena.shell.console.Script.ScriptCommand;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.shell.core.command.CommandRegistry;

class StreamRunnerTest {
    private final ConsoleSession session = new ConsoleSession();
    private final CommandRegistry registry = new CommandRegistry();
    private final LineExecutor executor = new LineExecutor(new RawTailParser(registry), registry, session);
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void registerTheCommands() {
        StaticListableBeanFactory beans = new StaticListableBeanFactory();
        beans.addBean("lineExecutor", executor);
        CommandRegistrar registrar = new CommandRegistrar(registry, session);
        registrar.register(new HelpCommand(registry));
        registrar.register(new ExitCommand(session));
        registrar.register(new ScriptCommand(beans.getBeanProvider(LineExecutor.class), session));
        registrar.register(new DemoCommands());
    }

    @Test
    void runsEachLineAndKeepsTheLastExitCode() throws IOException {
        run("# a script\n\nlid n\u0153ud\nbroken\n");

        assertThat(out.toString(UTF_8)).hasLineCount(1).contains("nodes=[n\u0153ud]");
        assertThat(err.toString(UTF_8).lines()).containsExactly("verbena: cannot read port 4 of \"leaf2\"");
        assertThat(session.lastExitCode()).isEqualTo(4);
    }

    @Test
    void continuesAfterAnError() throws IOException {
        run("lod\nlid 'x\nlid -Z\naway\nlid");

        assertThat(err.toString(UTF_8))
                .startsWith("verbena: unknown command \"lod\"; did you mean lid?\nverbena: missing closing '")
                .contains("Unknown option: '-Z'");
        assertThat(out.toString(UTF_8)).contains("there is no device").endsWith("nodes=[]\n");
        assertThat(session.lastExitCode()).isZero();
    }

    @Test
    void endsAtExit() throws IOException {
        run("exit\nlid\n");

        assertThat(out.size()).isZero();
    }

    @Test
    void ranksUsageErrorsAndUnavailableCommandsAmongTheExitCodes() throws IOException {
        assertThat(exitCode("lod")).isEqualTo(2);
        assertThat(exitCode("lid -Z")).isEqualTo(2);
        assertThat(exitCode("help lod")).isEqualTo(2);
        assertThat(exitCode("away")).isEqualTo(4);
        assertThat(exitCode("# nothing")).isEqualTo(4);
    }

    @Test
    void runsAScriptPastItsComments(@TempDir Path directory) throws IOException {
        Path script = Files.writeString(directory.resolve("my script"), "lid a\n# comment\nlid b\nbroken");

        run("script '" + script + "'");

        assertThat(out.toString(UTF_8)).contains("nodes=[a]", "nodes=[b]");
        assertThat(session.lastExitCode()).isEqualTo(4);
        assertThat(exitCode("script " + directory.resolve("none"))).isEqualTo(2);
    }

    private int exitCode(String line) throws IOException {
        run(line);
        return session.lastExitCode();
    }

    private void run(String lines) throws IOException {
        new StreamRunner(new ByteArrayInputStream(lines.getBytes(UTF_8)), out, err, executor, session)
                .run(new String[0]);
    }
}
