package io.verbena.shell.cli;

import io.verbena.error.NearestNames;
import io.verbena.error.RdmaException;
import io.verbena.shell.cli.Result.ExitCode;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Prints the errors of commands. An error is one line; {@code -v} adds the context of each layer, and {@code -vv} the
 * packets. A usage error is one line, too, with a hint on a second line.
 */
public final class ErrorPrinter implements IParameterExceptionHandler {
    private static final String PREFIX = "verbena: ";

    /** Prints the error of a command that failed. */
    public static void print(Throwable failure, CommonOptions options, PrintWriter err) {
        if (failure instanceof RdmaException story) {
            print(story, options.errorVerbosity(), err);
        } else {
            err.println(PREFIX + oneLine(failure));
        }
        if (options.debugLevel() > 0) {
            failure.printStackTrace(err);
        }
        err.flush();
    }

    private static void print(RdmaException failure, int verbosity, PrintWriter err) {
        if (verbosity == 0) {
            err.println(PREFIX + failure.getMessage());
            return;
        }
        List<String> story = failure.story();
        for (int i = 0; i < story.size(); i++) {
            err.println(PREFIX + "  ".repeat(i) + story.get(i));
        }
        if (verbosity > 1) {
            failure.packets().forEach(line -> err.println(PREFIX + "    " + line));
        }
    }

    /**
     * Returns the message. An exception other than RdmaException is either invalid input or an internal error; its type
     * tells which.
     */
    private static String oneLine(Throwable failure) {
        return failure instanceof IllegalArgumentException
                ? String.valueOf(failure.getMessage())
                : "internal error: " + failure;
    }

    /** Prints the error and returns the exit code of invalid usage. */
    @Override
    public int handleParseException(ParameterException failure, String[] arguments) {
        CommandSpec command = failure.getCommandLine().getCommandSpec();
        PrintWriter err = failure.getCommandLine().getErr();
        if (failure instanceof UnmatchedArgumentException unmatched) {
            printUnmatched(unmatched, command, err);
        } else {
            err.println(PREFIX + String.valueOf(failure.getMessage()).replaceFirst("^Error: ", ""));
            err.println(hint(command));
        }
        err.flush();
        return ExitCode.USAGE.code();
    }

    private static void printUnmatched(UnmatchedArgumentException failure, CommandSpec command, PrintWriter err) {
        String word = failure.getUnmatched().get(0);
        List<String> nearest = List.of();
        if (failure.isUnknownOption()) {
            nearest = NearestNames.to(word, command.optionsMap().keySet());
            err.println(PREFIX + "unknown option: '" + word + "'");
        } else if (!command.subcommands().isEmpty()) {
            nearest = NearestNames.to(word, command.subcommands().keySet());
            err.println(PREFIX + "unknown command: '" + word + "'");
        } else {
            err.println(PREFIX + "unexpected argument: '" + word + "'");
        }
        err.println(nearest.isEmpty() ? hint(command) : "Did you mean " + String.join(" or ", nearest) + "?");
    }

    private static String hint(CommandSpec command) {
        return "Try '" + command.qualifiedName() + " --help'.";
    }
}
