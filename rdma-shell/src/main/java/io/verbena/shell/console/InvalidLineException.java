package io.verbena.shell.console;

import io.verbena.error.NearestNames;
import java.util.List;
import org.springframework.shell.core.command.CommandRegistry;

/** Thrown for a line that does not name a command or cannot be split into words. */
final class InvalidLineException extends IllegalArgumentException {
    InvalidLineException(String message) {
        super(message);
    }

    static InvalidLineException unknownCommand(String name, CommandRegistry registry) {
        List<String> nearest = NearestNames.to(name, CommandNames.of(registry));
        String hint =
                nearest.isEmpty() ? "'help' lists the commands" : "did you mean " + String.join(", ", nearest) + "?";
        return new InvalidLineException("unknown command \"" + name + "\"; " + hint);
    }
}
