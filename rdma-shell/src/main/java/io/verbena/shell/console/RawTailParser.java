package io.verbena.shell.console;

import java.util.List;
import org.springframework.shell.core.command.CommandArgument;
import org.springframework.shell.core.command.CommandParser;
import org.springframework.shell.core.command.CommandRegistry;
import org.springframework.shell.core.command.ParsedInput;

/**
 * Finds the command by the first word. The other words become arguments, including those with dashes, for the command's
 * own parser. A blank line or a comment results in an input without a command name.
 */
final class RawTailParser implements CommandParser {
    private final CommandRegistry registry;

    RawTailParser(CommandRegistry registry) {
        this.registry = registry;
    }

    @Override
    public ParsedInput parse(String line) {
        List<String> words = LineSplitter.split(line);
        ParsedInput.Builder input = ParsedInput.builder();
        if (words.isEmpty()) {
            return input.build();
        }
        String name = words.get(0);
        if (registry.getCommandByName(name) == null) {
            throw InvalidLineException.unknownCommand(name, registry);
        }
        input.commandName(name);
        for (int i = 1; i < words.size(); i++) {
            input.addArgument(new CommandArgument(i - 1, words.get(i)));
        }
        return input.build();
    }
}
