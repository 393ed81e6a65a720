package io.verbena.shell.console;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** What lives as long as the console: how the last command ended, whether to leave, and where errors go. */
public final class ConsoleSession {
    private int lastExitCode;
    private boolean leaving;
    private @Nullable PrintWriter output;
    private @Nullable PrintWriter errors;

    /** The exit code of the last command; lines without a command leave it as it is. */
    public int lastExitCode() {
        return lastExitCode;
    }

    void ended(int exitCode) {
        lastExitCode = exitCode;
    }

    /** Ends the console once the running command is done. */
    public void leave() {
        leaving = true;
    }

    boolean leaving() {
        return leaving;
    }

    /** Sends the errors of commands that write to {@code output} to {@code errors}. */
    void separate(PrintWriter output, PrintWriter errors) {
        this.output = output;
        this.errors = errors;
    }

    /** Where a command that writes to {@code out} reports its errors: the same place unless told otherwise. */
    PrintWriter errorsBeside(PrintWriter out) {
        return errors != null && out == output ? errors : out;
    }
}
