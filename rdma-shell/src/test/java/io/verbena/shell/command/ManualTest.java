package io.verbena.shell.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.verbena.shell.cli.CommandGroup;
import io.verbena.shell.cli.HelpText.Examples.Example;
import io.verbena.shell.manual.Manual;
import io.verbena.shell.manual.ShellCompletion;
import io.verbena.shell.parity.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/** What help, man, docs/commands and the shells say of the commands. */
class ManualTest {
    private static final Path DOCUMENTS =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("../docs/commands");

    private static final CommandLine ROOT = VerbenaCommand.commandLine(() -> 0);

    private static final Map<String, String> PAGES = new Manual(ROOT, Commands.index()).markdown();

    static Stream<String> names() {
        return Stream.of(CommandGroup.values()).flatMap(group -> Commands.index().names(group).stream());
    }

    @Test
    void docsCommandsMatchesTheCommands() throws IOException {
        assertThat(differences())
                .as("pages of docs/commands to be written by ./verbena man --markdown docs/commands, or removed")
                .isEmpty();
    }

    private static List<String> differences() throws IOException {
        List<String> different = new ArrayList<>();
        for (Map.Entry<String, String> page : PAGES.entrySet()) {
            Path committed = DOCUMENTS.resolve(page.getKey());
            if (!Files.exists(committed) || !Files.readString(committed).equals(page.getValue())) {
                different.add(page.getKey());
            }
        }
        try (Stream<Path> there = Files.list(DOCUMENTS)) {
            there.map(path -> path.toFile().getName())
                    .filter(name -> !PAGES.containsKey(name))
                    .forEach(different::add);
        }
        return different;
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyOptionAndParameterIsDescribed(String name) {
        CommandLine command = command(name);

        assertThat(command.getCommandSpec().usageMessage().description())
                .as("the description of %s", name)
                .isNotEmpty()
                .allMatch(line -> line.matches("(?s)[A-Z].*\\."), "is a sentence");
        for (ArgSpec argument : command.getCommandSpec().args()) {
            assertThat(argument.description()).as("%s of %s", argument, name).isNotEmpty();
            assertThat(String.join(" ", argument.description()))
                    .as("%s of %s", argument, name)
                    .isNotBlank();
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyCommandHasValidExamples(String name) {
        List<Example> examples = Example.of(command(name).getCommandSpec());

        assertThat(examples)
                .as("the examples of %s: put @Examples(\"%s … # What it is for.\") on its class", name, name)
                .isNotEmpty();
        for (Example example : examples) {
            assertThat(example.purpose()).as("what '%s' is for", example.line()).matches("[A-Z].*\\.");
            assertThatCode(() ->
                            VerbenaCommand.commandLine(() -> 0, words(example)).parseArgs(words(example)))
                    .as("the example '%s'", example.line())
                    .doesNotThrowAnyException();
        }
    }

    private static CommandLine command(String name) {
        return Objects.requireNonNull(ROOT.getSubcommands().get(name), name);
    }

    private static String[] words(Example example) {
        return example.line()
                .replaceFirst(" [>|] .*", "")
                .replaceAll("['\"]", "")
                .split(" ");
    }

    @ParameterizedTest
    @MethodSource("names")
    void helpContainsTheManual(String name) {
        String help = CommandRun.verbenaLine(name + " --help").ok().out();
        String page = Objects.requireNonNull(PAGES.get(name + ".md"));

        assertThat(help.replaceAll("\\s+", " ")).contains("Usage: verbena " + name, "Exit status: 0 success;");
        assertThat(page).contains("# " + name, "## Options", "## Exit status");
        assertThat(page.contains("## Examples")).isEqualTo(help.contains("Examples:"));
        if (!Commands.index().related(name).isEmpty()) {
            assertThat(help).contains("See also: ");
            assertThat(page).contains("## See also");
        }
    }

    @Test
    void manHasAPageForEveryCommandAndAlias(@TempDir Path folder) throws IOException {
        CommandRun.verbenaLine("man " + folder).ok();

        for (String name : ROOT.getSubcommands().keySet()) {
            assertThat(folder.resolve("verbena-" + name + ".1")).exists();
        }
        assertThat(Files.readString(folder.resolve("verbena-ibstat.1")))
                .startsWith(".TH VERBENA\\-IBSTAT 1")
                .contains("\\fB\\-l\\fR, \\fB\\-\\-list_of_cas\\fR", ".SH EXIT STATUS", ".SH SEE ALSO");
        assertThat(Files.readString(folder.resolve("verbena.1"))).contains(".SH LOCAL HOST", "ibstat");
    }

    @Test
    void manReportsAnUnwritableDirectoryInOneLine(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        CommandRun unwritable = CommandRun.verbenaLine("man " + file);
        CommandRun unknown = CommandRun.verbenaLine("completion tcsh");

        assertThat(unwritable.exitCode()).isEqualTo(4);
        assertThat(unwritable.errors())
                .singleElement(STRING)
                .startsWith("verbena: cannot write the manual into " + file + ": ");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).startsWith("verbena: ").contains("bash, zsh, fish");
    }

    @Test
    void shellsCompleteEveryCommandAndOption() {
        for (ShellCompletion shell : ShellCompletion.values()) {
            String script = shell.script(ROOT);
            for (Map.Entry<String, CommandLine> command : ROOT.getSubcommands().entrySet()) {
                assertThat(script).contains(command.getKey());
                for (String option :
                        command.getValue().getCommandSpec().optionsMap().keySet()) {
                    // fish names options without hyphens.
                    assertThat(script)
                            .contains(shell == ShellCompletion.fish ? " " + option.replaceFirst("^--?", "") : option);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void launcherLoadsTheOptionsOfTheGivenCommandOnly(String name) {
        CommandLine all = command(name);
        Stream<String> called =
                Stream.concat(Stream.of(name), Stream.of(all.getCommandSpec().aliases()));

        assertThat(called).allSatisfy(word -> {
            CommandLine alone = VerbenaCommand.commandLine(() -> 0, word, "--help");
            assertThat(Set.copyOf(alone.getSubcommands().values())).hasSize(1);
            assertThat(alone.getSubcommands().get(word)).returns(name, CommandLine::getCommandName);
        });
    }

    @Test
    void launcherLoadsAllCommandsIfNoneIsNamed() {
        assertThat(VerbenaCommand.commandLine(() -> 0, "--help").getSubcommands())
                .hasSameSizeAs(ROOT.getSubcommands());
        assertThat(VerbenaCommand.commandLine(() -> 0, "ibstt", "ibst").getSubcommands())
                .hasSameSizeAs(ROOT.getSubcommands());
        assertThat(VerbenaCommand.commandLine(() -> 0, "--fabric", "embedded", "ibstat")
                        .getSubcommands())
                .containsOnlyKeys("ibstat");
    }

    @Test
    void helpOfFabricListsAllFaultsWithoutLoadingTheirOptions() {
        CommandLine all = command("fabric");
        CommandLine listing = fabric("fabric", "--help");
        CommandLine named = fabric("fabric", "silence", "--help");

        assertThat(listing.getUsageMessage()).isEqualTo(all.getUsageMessage());
        assertThat(listing.getSubcommands())
                .hasSameSizeAs(all.getSubcommands())
                .allSatisfy((name, fault) ->
                        assertThat(fault.getCommandSpec().options()).as(name).isEmpty());
        assertThat(named.getSubcommands().get("silence"))
                .extracting(CommandLine::getUsageMessage)
                .isEqualTo(Objects.requireNonNull(all.getSubcommands().get("silence"))
                        .getUsageMessage());
    }

    private static CommandLine fabric(String... words) {
        return Objects.requireNonNull(
                VerbenaCommand.commandLine(() -> 0, words).getSubcommands().get("fabric"));
    }
}
