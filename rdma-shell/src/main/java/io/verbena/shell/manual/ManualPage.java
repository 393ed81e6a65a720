package io.verbena.shell.manual;

import io.verbena.shell.cli.CommandGroup.CommandIndex;
import io.verbena.shell.cli.HelpText;
import io.verbena.shell.cli.HelpText.Examples.Example;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The manual page of a command.
 *
 * @param name the name of the command
 * @param aliases the other names of the command
 * @param description the paragraphs of the description
 * @param synopsis the forms of the command line
 * @param operands the positional parameters
 * @param options the options of the command, then the common options
 * @param parts the subcommands
 * @param notes the lines of the notes
 * @param exits the exit codes, each followed by its meaning
 * @param examples the examples
 * @param related the names of related commands
 */
record ManualPage(
        String name,
        List<String> aliases,
        List<String> description,
        List<String> synopsis,
        List<Entry> operands,
        List<Entry> options,
        List<Entry> parts,
        List<String> notes,
        List<String> exits,
        List<Example> examples,
        List<String> related) {

    /**
     * An option, parameter or subcommand.
     *
     * @param label the label of its value; empty if it has none
     */
    record Entry(List<String> names, String label, String text) {}

    static ManualPage of(CommandLine command, CommandIndex index) {
        CommandSpec spec = command.getCommandSpec();
        return new ManualPage(
                spec.name(),
                List.of(spec.aliases()),
                lines(spec.usageMessage().description()),
                synopses(command),
                spec.positionalParameters().stream()
                        .filter(operand -> !operand.hidden())
                        .map(operand -> new Entry(List.of(), operand.paramLabel(), text(operand)))
                        .toList(),
                spec.options().stream()
                        .filter(option -> !option.hidden())
                        .map(ManualPage::option)
                        .toList(),
                parts(command).map(ManualPage::part).toList(),
                lines(spec.usageMessage().footer()),
                HelpText.exits(spec),
                Example.of(spec),
                index.related(spec.name()));
    }

    private static Stream<CommandLine> parts(CommandLine command) {
        return command.getSubcommands().values().stream().distinct();
    }

    private static List<String> synopses(CommandLine command) {
        return Stream.concat(Stream.of(command), parts(command))
                .map(form -> new Help(form.getCommandSpec(), Help.defaultColorScheme(Ansi.OFF))
                        .abbreviatedSynopsis()
                        .strip())
                .toList();
    }

    private static Entry option(OptionSpec option) {
        return new Entry(List.of(option.names()), option.arity().max() == 0 ? "" : option.paramLabel(), text(option));
    }

    private static Entry part(CommandLine part) {
        String operands = part.getCommandSpec().positionalParameters().stream()
                .map(operand -> operand.paramLabel() + " (" + text(operand).replaceFirst("\\.$", "") + ")")
                .reduce((a, b) -> a + ", " + b)
                .map(all -> " " + all + ".")
                .orElse("");
        return new Entry(
                List.of(part.getCommandName()),
                "",
                String.join(" ", lines(part.getCommandSpec().usageMessage().description())) + operands);
    }

    private static String text(ArgSpec argument) {
        return String.join(" ", lines(argument.description()));
    }

    /** Returns lines without the color and format markup of picocli. */
    private static List<String> lines(String[] texts) {
        return Stream.of(texts)
                .map(text -> Ansi.OFF.string(text).replace("%%", "%").replace("%n", "\n"))
                .toList();
    }

    static List<ManualPage> all(CommandLine root, CommandIndex index) {
        Collection<CommandLine> commands = root.getSubcommands().values();
        return commands.stream()
                .distinct()
                .filter(command -> !command.getCommandSpec().usageMessage().hidden())
                .map(command -> of(command, index))
                .sorted((a, b) -> a.name().compareTo(b.name()))
                .toList();
    }
}
