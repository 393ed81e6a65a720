package io.verbena.shell.console;

import java.io.PrintWriter;
import java.util.Map;
import org.springframework.shell.core.command.availability.Availability;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/** The commands of a console: the subcommands of a picocli root. */
public interface CommandSet {

    /**
     * Creates a root whose subcommands are the commands. The console calls this method once to list the commands, and
     * again for each command that it runs, so that option values do not outlive a line. The exception handlers of the
     * root print the messages of failed commands and determine their exit codes.
     *
     * @param out the writer for results
     * @param err the writer for errors
     * @param words the words to execute; commands that they cannot refer to may be omitted. Without words, all commands
     *     are needed.
     */
    CommandLine commandLine(PrintWriter out, PrintWriter err, String... words);

    /** Returns the heading under which help lists a command. */
    default String group(String command) {
        return "Commands";
    }

    /** Returns whether long output is paged. */
    default boolean pages() {
        return true;
    }

    /** Returns whether a command is available; if not, the reason completes "not available because". */
    default Availability availability(String command) {
        return Availability.available();
    }

    /**
     * Returns values to offer for an option or a positional parameter in addition to those of picocli, each with a
     * description, which may be empty. Called for each Tab.
     */
    default Map<String, String> candidates(ArgSpec argument) {
        return Map.of();
    }
}
