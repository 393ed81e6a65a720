package io.verbena.shell.console;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import io.verbena.shell.cli.CommandGroup;
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
 * {@code help} lists the commands by group, {@code help NAME} prints a command's own help. (Spring Shell's makes up a
 * help text from declared options instead, and lists in no order.)
 */
final class HelpCommand extends AbstractCommand {
    private static final List<String> GROUPS =
            Stream.of(CommandGroup.values()).map(CommandGroup::title).toList();
    /** As they are declared, then those of others, and the console's own last. */
    private static final Comparator<String> IN_ORDER = Comparator.<String, Boolean>comparing(
                    ConsoleConfiguration.GROUP::equals)
            .thenComparing(title -> GROUPS.contains(title) ? GROUPS.indexOf(title) : GROUPS.size())
            .thenComparing(naturalOrder());

    private static final Set<String> GROUPS_OF_SPRING_SHELL = Set.of("", "Built-In Commands");
    private static final Pattern CLAUSE_END = Pattern.compile("[;:] |\\. |\\.?$");

    HelpCommand(CommandRegistry registry) {
        super("help", "Lists the commands, or explains one.", ConsoleConfiguration.GROUP, "help [COMMAND]", false);
        setCompletionProvider(context -> context.getWordIndex() > 1
                ? List.of()
                : CommandNames.of(registry).stream()
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

    /** Of a command without options: how it is called and what it does. Spring Shell's own do not say the first. */
    private static String brief(Command command) {
        String call = command.getHelp().startsWith(command.getName() + " ") ? command.getHelp() : command.getName();
        String others = command.getAliases().isEmpty()
                ? ""
                : String.format("%n%nAlso called: %s.", String.join(", ", command.getAliases()));
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
        out.println("help COMMAND explains one, with examples.");
    }

    /** What Spring Shell brings is of the console as well. */
    private static String group(Command command) {
        String group = command.getGroup();
        return group == null || GROUPS_OF_SPRING_SHELL.contains(group) ? ConsoleConfiguration.GROUP : group;
    }

    /** The other names of a command are in its own help, and what stands behind the first clause. */
    private static String line(Command command, int width) {
        String purpose = CLAUSE_END.split(command.getDescription(), 2)[0];
        return String.format("  %-" + width + "s  %s%n", command.getName(), purpose);
    }
}
