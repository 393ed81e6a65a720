package io.verbena.shell.console;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import io.verbena.shell.cli.CommandGroup;
import io.verbena.shell.console.LineSplitter.InvalidLineException;
import io.verbena.shell.console.PicocliCommand.CommandRegistrar;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.shell.core.command.AbstractCommand;
import org.springframework.shell.core.command.Command;
import org.springframework.shell.core.command.CommandContext;
import org.springframework.shell.core.command.CommandRegistry;
import org.springframework.shell.core.command.ExitStatus;
import org.springframework.shell.core.command.completion.CompletionProposal;

/**
 * Lists the commands by group ({@code help}), or prints the help of a command ({@code help NAME}). The help command of
 * Spring Shell would generate a help text from declared options and does not sort commands by group.
 */
final class HelpCommand extends AbstractCommand {
    /** The group of the built-in commands of Spring Shell. */
    static final String GROUP = "This console";

    private static final List<String> GROUPS =
            Stream.of(CommandGroup.values()).map(CommandGroup::title).toList();
    /** Sorts groups in the order of their declaration, then other groups, and the group of the console last. */
    private static final Comparator<String> IN_ORDER = Comparator.<String, Boolean>comparing(GROUP::equals)
            .thenComparing(title -> GROUPS.contains(title) ? GROUPS.indexOf(title) : GROUPS.size())
            .thenComparing(naturalOrder());

    private static final Set<String> GROUPS_OF_SPRING_SHELL = Set.of("", "Built-In Commands");
    private static final Pattern CLAUSE_END = Pattern.compile("[;:] |\\. |\\.?$");

    HelpCommand(CommandRegistry registry) {
        super("help", "Lists the commands, or shows the help of one.", GROUP, "help [COMMAND]", false);
        setCompletionProvider(context -> context.getWordIndex() > 1
                ? List.of()
                : CommandRegistrar.names(registry).stream()
                        .map(CompletionProposal::new)
                        .toList());
    }

    @Override
    public ExitStatus doExecute(CommandContext context) {
        CommandRegistry registry = context.commandRegistry();
        if (context.parsedInput().arguments().isEmpty()) {
            list(registry, context.outputWriter());
            return ExitStatus.OK;
        }
        String name = context.parsedInput().arguments().get(0).value();
        Command command = registry.getCommandByName(name);
        if (command == null) {
            throw InvalidLineException.unknownCommand(name, registry);
        }
        context.outputWriter().println(command instanceof PicocliCommand ? command.getHelp() : brief(command));
        return ExitStatus.OK;
    }

    /**
     * Returns the usage and the description of a command without options. The built-in commands of Spring Shell show no
     * usage.
     */
    private static String brief(Command command) {
        String call = command.getHelp().startsWith(command.getName() + " ") ? command.getHelp() : command.getName();
        String others = command.getAliases().isEmpty()
                ? ""
                : String.format("%n%nAliases: %s.", String.join(", ", command.getAliases()));
        return String.format("Usage: %s%n%s%s", call, command.getDescription(), others);
    }

    private static void list(CommandRegistry registry, PrintWriter out) {
        int width = registry.getCommands().stream()
                .mapToInt(command -> command.getName().length())
                .max()
                .orElse(0);
        registry.getCommands().stream()
                .sorted(comparing(Command::getName))
                .collect(groupingBy(
                        HelpCommand::group,
                        () -> new TreeMap<>(IN_ORDER),
                        mapping(command -> line(command, width), joining())))
                .forEach((group, lines) -> out.printf("%s%n%s%n", group, lines));
        out.println("help COMMAND shows the help of a command, with examples.");
    }

    /** Returns the group of a command; the built-in commands of Spring Shell belong to the group of the console. */
    private static String group(Command command) {
        String group = command.getGroup();
        return group == null || GROUPS_OF_SPRING_SHELL.contains(group) ? GROUP : group;
    }

    /** Returns the line of a command in the list: its name and the first clause of its description, without aliases. */
    private static String line(Command command, int width) {
        String purpose = CLAUSE_END.split(command.getDescription(), 2)[0];
        return String.format("  %-" + width + "s  %s%n", command.getName(), purpose);
    }
}
