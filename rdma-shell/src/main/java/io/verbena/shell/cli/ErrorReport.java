package io.verbena.shell.cli;

import io.verbena.error.RdmaException;
import java.io.PrintWriter;
import java.util.List;

/** Prints an error on one line; with {@code -v} also the context of each layer, and with {@code -vv} the packets. */
public final class ErrorReport {
    private static final String PREFIX = "verbena: ";

    private ErrorReport() {}

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
}
