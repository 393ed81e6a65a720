package io.verbena.shell.console;

import io.verbena.shell.cli.Result.ExitCode;
import io.verbena.shell.console.LineSplitter.InvalidLineException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import org.springframework.shell.core.InputReader;
import org.springframework.shell.core.command.CommandArgument;
import org.springframework.shell.core.command.CommandContext;
import org.springframework.shell.core.command.CommandExecutionException;
import org.springframework.shell.core.command.CommandExecutor;
import org.springframework.shell.core.command.CommandParser;
import org.springframework.shell.core.command.CommandRegistry;
import org.springframework.shell.core.command.ExitStatus;
import org.springframework.shell.core.command.ParsedInput;

/** Executes a line. Prints the output of the command, or one line about a failure. */
final class LineExecutor {
    private final CommandParser parser;
    private final CommandRegistry registry;
    private final CommandExecutor executor;
    private final ConsoleSession session;

    LineExecutor(CommandParser parser, CommandRegistry registry, ConsoleSession session) {
        this.parser = parser;
        this.registry = registry;
        this.executor = new CommandExecutor(registry);
        this.session = session;
    }

    void execute(String line, PrintWriter out, InputReader reader) {
        PrintWriter err = session.errorsBeside(out);
        try {
            ParsedInput input = parser.parse(line);
            if (!input.commandName().isEmpty()) {
                session.ended(code(executor.execute(new CommandContext(input, registry, out, reader))));
            }
        } catch (InvalidLineException e) {
            failed(err, e);
        } catch (CommandExecutionException e) {
            failed(err, Objects.requireNonNullElse(e.getCause(), e));
        } catch (LinkageError e) {
            failed(err, e);
        } finally {
            out.flush();
            err.flush();
        }
    }

    private void failed(PrintWriter err, Throwable failure) {
        err.println("verbena: " + Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
        session.ended(failure instanceof InvalidLineException ? ExitCode.USAGE.code() : ExitCode.FAILED.code());
    }

    /** Translates the negative exit codes of Spring Shell. */
    private static int code(ExitStatus status) {
        if (status.code() >= 0) {
            return status.code();
        }
        return status.code() == ExitStatus.USAGE_ERROR.code() ? ExitCode.USAGE.code() : ExitCode.FAILED.code();
    }

    /**
     * Finds the command by the first word. The other words become arguments, including those with dashes, for the command's
     * own parser. A blank line or a comment results in an input without a command name.
     */
    record RawTailParser(CommandRegistry registry) implements CommandParser {
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
}
