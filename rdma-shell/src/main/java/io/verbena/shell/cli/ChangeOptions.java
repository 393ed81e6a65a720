package io.verbena.shell.cli;

import java.io.PrintWriter;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options of commands that change the fabric. Such a command reports each change before it makes it, and reads the
 * result back.
 */
public final class ChangeOptions {
    @Option(names = "--dry-run", description = "Report the changes without making them.")
    boolean dryRun;

    /** Returns whether the command must not change anything. */
    public boolean isDryRun() {
        return dryRun;
    }

    /**
     * Reports a change and makes it.
     *
     * @param log the writer for the report: standard error, because results go to standard output
     * @param what the change in words, such as "set the state of port 3 of 0,1 to DOWN"
     * @param change makes the change and reads the new state back
     * @return the new state; null for a dry run
     */
    public <T> @Nullable T make(PrintWriter log, String what, Supplier<T> change) {
        log.println("verbena: " + (dryRun ? "would " : "will ") + what);
        log.flush();
        return dryRun ? null : change.get();
    }
}
