package io.verbena.shell.console;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
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
    private static final Comparator<String> OWN_LAST = Comparator.<String, Boolean>comparing(
                    ConsoleConfiguration.GROUP::equals)
            .thenComparing(naturalOrder());

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
        context.outputWriter().println(command.getHelp());
        return ExitStatus.OK;
    }

    private static void list(CommandRegistry registry, PrintWriter out) {
        registry.getCommands().stream()
                .sorted(comparing(Command::getName))
                .collect(groupingBy(
                        Command::getGroup, () -> new TreeMap<>(OWN_LAST), mapping(HelpCommand::line, joining())))
                .forEach((group, lines) -> out.printf("%s%n%s%n", group, lines));
    }

    private static String line(Command command) {
        String names = CommandNames.of(command).collect(joining(", "));
        return String.format("  %-24s %s%n", names, command.getDescription());
    }
}
