package io.verbena.shell.console;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.shell.core.command.Command;
import org.springframework.shell.core.command.CommandRegistry;

/** The words that select a command: names and aliases, in order. */
final class CommandNames {
    private CommandNames() {}

    static List<String> of(CommandRegistry registry) {
        return registry.getCommands().stream()
                .flatMap(CommandNames::of)
                .sorted()
                .toList();
    }

    static Stream<String> of(Command command) {
        return Stream.concat(Stream.of(command.getName()), command.getAliases().stream());
    }
}
