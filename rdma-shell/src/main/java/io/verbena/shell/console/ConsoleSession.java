package io.verbena.shell.console;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** The state of a console session: the last exit code, whether to leave, and the writer for errors. */
public final class ConsoleSession {
    private int lastExitCode;
    private boolean leaving;
    private @Nullable PrintWriter output;
    private @Nullable PrintWriter errors;

    /** Returns the exit code of the last command. Lines without a command do not change it. */
    public int lastExitCode() {
        return lastExitCode;
    }

    void ended(int exitCode) {
        lastExitCode = exitCode;
    }

    /** Ends the console when the running command has ended. */
    public void leave() {
        leaving = true;
    }

    boolean leaving() {
        return leaving;
    }

    void separate(PrintWriter output, PrintWriter errors) {
        this.output = output;
        this.errors = errors;
    }

    /** Returns the writer for errors of a command that writes to {@code out}; {@code out} by default. */
    PrintWriter errorsBeside(PrintWriter out) {
        return errors != null && out == output ? errors : out;
    }
}
