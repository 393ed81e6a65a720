package io.verbena.shell.cli;

import java.io.Console;

/** Reads keys, which are better not written where others see them. */
public final class Keys {
    private Keys() {}

    /**
     * A key of 64 bits; if the text is no number, it is asked for at the terminal, and not shown.
     *
     * @throws IllegalArgumentException if it is none; the message says what it was for
     */
    public static long read(String what, String text) {
        Console console = Numbers.isNumber(text) ? null : System.console();
        if (console == null) {
            return Numbers.parse(what, text, Long.SIZE);
        }
        char[] typed = console.readPassword("%s: ", what);
        return Numbers.parse(what, typed == null ? "" : new String(typed).strip(), Long.SIZE);
    }
}
