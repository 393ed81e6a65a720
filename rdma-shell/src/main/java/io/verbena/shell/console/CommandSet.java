package io.verbena.shell.console;

import java.io.PrintWriter;
import java.util.Map;
import org.springframework.shell.core.command.availability.Availability;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/** The commands of a console: the subcommands of one picocli root. */
public interface CommandSet {

    /**
     * A new root whose subcommands are the commands. It is asked for once to learn what there is, and once more for
     * each command that is run, so that no option value outlives its line. Whatever a failing command should say, and
     * the exit code it should have, is the business of the exception handlers set here.
     *
     * @param words what will be executed, so that commands that cannot be meant may be left out; none asks for all
     */
    CommandLine commandLine(PrintWriter out, PrintWriter err, String... words);

    /** The heading under which help lists the command. */
    default String group(String command) {
        return "Commands";
    }

    /** Whether output that is longer than the screen stops at each screenful. */
    default boolean pages() {
        return true;
    }

    /** Whether the command can be run now; if not, the reason completes "not available because". */
    default Availability availability(String command) {
        return Availability.available();
    }

    /**
     * Values to offer for an option or a positional parameter beside those that picocli knows, each with what it stands for,
     * which may be empty; asked at each Tab.
     */
    default Map<String, String> candidates(ArgSpec argument) {
        return Map.of();
    }
}
