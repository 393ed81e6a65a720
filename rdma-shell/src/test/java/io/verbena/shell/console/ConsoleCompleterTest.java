package io.verbena.shell.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.verbena.shell.console.ConsoleConfiguration.ConsoleCompleter;
import io.verbena.shell.console.PicocliCommand.CommandRegistrar;
import io.verbena.shell.console.PicocliCommand.PicocliCompletion.FileCompletion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jline.reader.Candidate;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser.ParseContext;
import org.jline.reader.impl.DefaultParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.shell.core.command.CommandRegistry;

class ConsoleCompleterTest {
    private final CommandRegistry registry = new CommandRegistry();

    @BeforeEach
    void registerTheCommands() {
        CommandRegistrar registrar = new CommandRegistrar(registry, new ConsoleSession());
        registrar.register(new HelpCommand(registry));
        registrar.register(new DemoCommands());
    }

    @Test
    void proposesCommandsAndAliasesForTheFirstWord() {
        assertThat(completed("")).containsExactlyInAnyOrder("address", "away", "broken", "help", "lid", "watch");
    }

    @Test
    void proposesOptionNamesForADash() {
        assertThat(completed("lid -")).containsExactlyInAnyOrder("-l", "-P", "--Port", "-C", "--Ca", "-s", "--speed");
        assertThat(completed("lid --")).containsExactlyInAnyOrder("--Port", "--Ca", "--speed");
    }

    @Test
    void omitsOptionsThatWereGiven() {
        assertThat(completed("lid -lP1 --speed=NDR -")).containsExactlyInAnyOrder("-C", "--Ca");
    }

    @Test
    void proposesValuesInTheNextWord() {
        assertThat(completed("lid -C ")).containsExactly("mlx5_0", "mlx5_1");
        assertThat(completed("lid --Ca ")).containsExactly("mlx5_0", "mlx5_1");
        assertThat(completed("lid -s N")).containsExactly("NDR");
    }

    @Test
    void proposesValuesInTheSameWord() {
        assertThat(completed("lid -Cmlx")).containsExactly("-Cmlx5_0", "-Cmlx5_1");
        assertThat(completed("lid -lCmlx")).containsExactly("-lCmlx5_0", "-lCmlx5_1");
        assertThat(completed("lid --Ca=")).containsExactly("--Ca=mlx5_0", "--Ca=mlx5_1");
        assertThat(completed("lid --speed=E")).containsExactly("--speed=EDR");
    }

    @Test
    void proposesCandidatesOfTheCommandSetForPositionalParameters() {
        assertThat(completed("lid ")).containsExactly("leaf1", "leaf2", "spine 1");
        assertThat(completed("lid -lP 1 leaf1 s")).containsExactly("spine 1");
        assertThat(completed("lid -- l")).containsExactly("leaf1", "leaf2");
    }

    @Test
    void completesACommandByItsAlias() {
        assertThat(completed("address -s S")).containsExactly("SDR");
    }

    @Test
    void proposesCommandsAfterHelp() {
        assertThat(completed("help ")).contains("lid", "watch");
        assertThat(completed("help lid ")).isEmpty();
    }

    @Test
    void proposesNothingAfterAnUnknownCommand() {
        assertThat(completed("lod -")).isEmpty();
    }

    @Test
    void proposesFiles(@TempDir Path directory) throws IOException {
        Files.createFile(directory.resolve("fabric.net"));
        Files.createDirectory(directory.resolve("old"));
        String prefix = directory + "/";

        assertThat(FileCompletion.proposals("", prefix))
                .extracting(Object::toString)
                .containsExactly(prefix + "fabric.net", prefix + "old/");
        assertThat(FileCompletion.proposals("--file=", prefix + "f"))
                .extracting(Object::toString)
                .containsExactly("--file=" + prefix + "fabric.net");
        assertThat(FileCompletion.proposals("", prefix + "none/")).isEmpty();
    }

    private List<String> completed(String line) {
        ParsedLine parsed = new DefaultParser().parse(line, line.length(), ParseContext.COMPLETE);
        List<Candidate> candidates = new ArrayList<>();
        new ConsoleCompleter(registry).complete(mock(LineReader.class), parsed, candidates);
        return candidates.stream().map(Candidate::value).toList();
    }
}
