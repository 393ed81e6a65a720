package io.verbena.shell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.cli.CommandModel.PlainCommandLine;
import io.verbena.shell.cli.HelpText.Examples.Example;
import io.verbena.shell.command.VerbenaCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A model that was written as text and read again parses as the model from annotations does. */
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
    void optionsAndOperandsAreEqual(String name) {
        CommandSpec annotated = annotated(name);

        assertThat(described(read(name))).isEqualTo(described(annotated));
    }

    @ParameterizedTest
    @MethodSource("modelled")
    void examplesSetTheSameValues(String name) {
        for (Example example : Example.of(annotated(name))) {
            String line = example.line().replaceFirst(" [|>&].*", "");
            if (line.startsWith(name + " ")) {
                String[] arguments = line.replace("'", "").split(" ");
                assertThat(parsed(read(name), arguments))
                        .as(line)
                        .isNotEmpty()
                        .isEqualTo(parsed(annotated(name), arguments));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("modelled")
    void plainExamplesSetTheSameValues(String name) {
        for (Example example : Example.of(annotated(name))) {
            String line = example.line().replaceFirst(" [|>&].*", "");
            String[] words = line.replace("'", "").split(" ");
            PrintingCommand plain = line.startsWith(name + " ") ? plain(name, List.of(words)) : null;
            if (plain != null) {
                CommandSpec annotated = annotated(name);
                parsed(annotated, words);
                assertThat(plain)
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
                "ibstat -lv",
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
        return spec(VerbenaCommand.commandLine(() -> 0, name), name);
    }

    private static CommandSpec read(String name) {
        CommandSpec annotated = annotated(name);
        String text = String.valueOf(CommandModel.text(annotated));
        RootCommand root = (RootCommand) annotated.root().userObject();
        return spec(CommandModel.read(root, name, text.split("\n", 0)), name);
    }

    private static CommandSpec spec(CommandLine root, String name) {
        return Objects.requireNonNull(root.getSubcommands().get(name)).getCommandSpec();
    }

    /** Returns what decides how arguments are parsed, without the options for help and version. */
    private static List<String> described(CommandSpec command) {
        return command.args().stream()
                .filter(CommandModelTest::isModelled)
                .map(argument -> String.join(
                        " ",
                        argument instanceof OptionSpec option
                                ? option.longestName() + Arrays.toString(option.names()) + option.fallbackValue()
                                : "operand " + ((PositionalParamSpec) argument).index(),
                        argument.arity().toString(),
                        argument.typeInfo().getType().getName(),
                        Arrays.toString(argument.auxiliaryTypes()),
                        String.valueOf(argument.required()),
                        argument.splitRegex(),
                        String.valueOf(argument.defaultValue()),
                        String.valueOf(argument.isMultiValue()),
                        Stream.of(argument.converters())
                                .map(converter -> converter.getClass().getName())
                                .toList()
                                .toString()))
                .toList();
    }

    private static boolean isModelled(ArgSpec argument) {
        return !(argument instanceof OptionSpec option && (option.usageHelp() || option.versionHelp()));
    }

    private static Map<String, Object> parsed(CommandSpec command, String[] arguments) {
        command.root()
                .commandLine()
                .setPosixClusteredShortOptionsAllowed(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(arguments);
        Map<String, Object> values = new TreeMap<>();
        int position = 0;
        for (ArgSpec argument : command.args()) {
            Object value = argument.getValue();
            if (value != null && isModelled(argument)) {
                values.put(
                        argument instanceof OptionSpec option ? option.longestName() : "operand " + position++,
                        plain(value));
            }
        }
        return values;
    }

    /** Returns a value that can be compared. */
    private static @Nullable Object plain(Object value) {
        return value.getClass().isArray() ? Arrays.deepToString(new Object[] {value}) : value;
    }
}
