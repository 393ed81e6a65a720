package io.verbena.shell.cli;

import io.verbena.error.NearestNames;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints a usage error on one line, and a hint on a second line. */
public final class UsageReport implements IParameterExceptionHandler {
    /** Prints the error and returns the exit code of invalid usage. */
    @Override
    public int handleParseException(ParameterException failure, String[] arguments) {
        CommandSpec command = failure.getCommandLine().getCommandSpec();
        PrintWriter err = failure.getCommandLine().getErr();
        if (failure instanceof UnmatchedArgumentException unmatched) {
            print(unmatched, command, err);
        } else {
            err.println("verbena: " + String.valueOf(failure.getMessage()).replaceFirst("^Error: ", ""));
            err.println(hint(command));
        }
        err.flush();
        return ExitCode.USAGE.code();
    }

    private static void print(UnmatchedArgumentException failure, CommandSpec command, PrintWriter err) {
        String word = failure.getUnmatched().get(0);
        List<String> nearest = List.of();
        if (failure.isUnknownOption()) {
            nearest = NearestNames.to(word, command.optionsMap().keySet());
            err.println("verbena: unknown option: '" + word + "'");
        } else if (!command.subcommands().isEmpty()) {
            nearest = NearestNames.to(word, command.subcommands().keySet());
            err.println("verbena: unknown command: '" + word + "'");
        } else {
            err.println("verbena: unexpected argument: '" + word + "'");
        }
        err.println(nearest.isEmpty() ? hint(command) : "Did you mean " + String.join(" or ", nearest) + "?");
    }

    private static String hint(CommandSpec command) {
        return "Try '" + command.qualifiedName() + " --help'.";
    }
}
