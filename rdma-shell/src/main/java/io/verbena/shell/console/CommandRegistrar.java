package io.verbena.shell.console;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.springframework.shell.core.command.Command;
import org.springframework.shell.core.command.CommandRegistry;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Fills a registry, and rejects two commands with the same name, which the registry itself would not notice. Commands
 * that picocli hides, and its own help command, are not registered, because the registry does not run hidden commands.
 */
record CommandRegistrar(CommandRegistry registry, ConsoleSession session) {
    void register(CommandSet commands) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        TreeSet<CommandLine> models = new TreeSet<>(Comparator.comparing(CommandLine::getCommandName));
        models.addAll(commands.commandLine(nowhere, nowhere).getSubcommands().values());
        for (CommandLine model : models) {
            CommandSpec spec = model.getCommandSpec();
            if (!spec.helpCommand() && !spec.usageMessage().hidden()) {
                register(new PicocliCommand(commands, model, session));
            }
        }
    }

    void register(Command command) {
        names(command)
                .filter(name -> registry.getCommandByName(name) != null)
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalStateException("two commands have the name \"" + name + "\"");
                });
        registry.registerCommand(command);
    }

    /** Returns the words that select a command, which are names and aliases, in order. */
    static List<String> names(CommandRegistry registry) {
        return registry.getCommands().stream()
                .flatMap(CommandRegistrar::names)
                .sorted()
                .toList();
    }

    static Stream<String> names(Command command) {
        return Stream.concat(Stream.of(command.getName()), command.getAliases().stream());
    }
}
