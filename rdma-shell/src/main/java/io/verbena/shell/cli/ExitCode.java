package io.verbena.shell.cli;

/** How a command ended; the same for every command. */
public enum ExitCode {
    /** All is well. */
    OK(0),
    /** It did what was asked, and found something that is not well. */
    FOUND(1),
    /** It was not asked properly; nothing was done. */
    USAGE(2),
    /** It did what it could; standard error lists what failed. */
    PARTIAL(3),
    /** It could not do it: unreachable, refused or lost. */
    FAILED(4);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    /** The exit status of the program. */
    public int code() {
        return code;
    }
}
