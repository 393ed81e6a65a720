package io.verbena.shell.cli;

/** The exit codes of all commands. */
public enum ExitCode {
    /** The command succeeded. */
    OK(0),
    /** The command succeeded and found a problem in what it examined. */
    FOUND(1),
    /** The command line is invalid; nothing was done. */
    USAGE(2),
    /** The command succeeded in part; standard error lists the failures. */
    PARTIAL(3),
    /** The command failed: a target is unreachable, refused the request or was lost. */
    FAILED(4);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    /** Returns the exit status of the program. */
    public int code() {
        return code;
    }
}
