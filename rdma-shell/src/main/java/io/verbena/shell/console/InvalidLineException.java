package io.verbena.shell.console;

import io.verbena.error.NearestNames;
import java.util.List;
import org.springframework.shell.core.command.CommandRegistry;

/** A line that names no command or cannot be split into words; the message is for the user. */
final class InvalidLineException extends IllegalArgumentException {
    InvalidLineException(String message) {
        super(message);
    }

    static InvalidLineException unknownCommand(String name, CommandRegistry registry) {
        List<String> nearest = NearestNames.to(name, CommandNames.of(registry));
        String hint = nearest.isEmpty() ? "help lists them" : "did you mean " + String.join(", ", nearest) + "?";
        return new InvalidLineException("no command \"" + name + "\"; " + hint);
    }
}
