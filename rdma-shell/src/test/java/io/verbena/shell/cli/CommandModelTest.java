package io.verbena.shell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.cli.CommandModel.PlainCommandLine;
import io.verbena.shell.cli.HelpText.Examples.Example;
import io.verbena.shell.command.VerbenaCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A plain command line sets the same values as picocli, which reads the annotations. */
class CommandModelTest {
    static Stream<String> modelled() {
        return VerbenaCommand.commandLine(() -> 0).getSubcommands().entrySet().stream()
                .filter(command -> CommandModel.text(command.getValue().getCommandSpec()) != null)
                .map(Map.Entry::getKey);
    }

    @Test
    void mostCommandsHaveAModel() {
        Set<String> without = new TreeSet<>(
                VerbenaCommand.commandLine(() -> 0).getSubcommands().keySet());
        without.removeAll(modelled().toList());

        assertThat(without).containsExactly("fabric", "run_perftest_loopback", "watch");
    }

    @ParameterizedTest
    @MethodSource("modelled")
    void examplesSetTheSameValues(String name) {
        for (Example example : Example.of(annotated(name))) {
            String line = example.line().replaceFirst(" [|>&].*", "");
            String[] words = line.replace("'", "").split(" ");
            if (line.startsWith(name + " ")) {
                CommandSpec annotated = annotated(name);
                annotated.root().commandLine().parseArgs(words);
                assertThat(plain(name, List.of(words)))
                        .as(line)
                        .usingRecursiveComparison()
                        .ignoringFields("spec", "parent", "out", "err")
                        .isEqualTo(annotated.userObject());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ibnetdiscover",
                "ibstat -l -v -v",
                "ibstat -lvv",
                "ibnetdiscover -gn4",
                "ibqueryerrors -s SymbolErrorCounter,LinkDownedCounter",
                "ibstat --format JSON",
                "ibstat hfi1_0 1 --format=json --fabric embedded",
                "smpquery nodeinfo 3 --timeout 20",
                "ibnetdiscover -p names --hops 4"
            })
    void plainCommandLinesNeedNoModelOfPicocli(String line) {
        List<String> words = List.of(line.split(" "));

        assertThat(plain(words.get(0), words)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ibstat -lX",
                "ibnetdiscover -n=4",
                "ibqueryerrors -s SymbolErrorCounter,",
                "ibstat --unknown",
                "ibstat --format",
                "ibstat --format xml",
                "ibstat --format --fabric",
                "ibstat --list_of_cas=yes",
                "ibstat --fabric embedded --fabric native",
                "ibstat a 1 2",
                "ibstat a one",
                "ibstat --",
                "ibstat --help",
                "smpquery"
            })
    void otherCommandLinesAreLeftToPicocli(String line) {
        List<String> words = List.of(line.split(" "));

        assertThat(plain(words.get(0), words)).isNull();
    }

    private static @Nullable PrintingCommand plain(String name, List<String> words) {
        CommandSpec annotated = annotated(name);
        String text = String.valueOf(CommandModel.text(annotated));
        PrintWriter writer = new PrintWriter(new StringWriter());
        return PlainCommandLine.read(
                (RootCommand) annotated.root().userObject(),
                text.split("\n", 0),
                words.subList(1, words.size()),
                writer,
                writer);
    }

    private static CommandSpec annotated(String name) {
        CommandLine root = VerbenaCommand.commandLine(() -> 0, name);
        return Objects.requireNonNull(root.getSubcommands().get(name)).getCommandSpec();
    }
}
