package io.verbena.shell.cli;

import java.io.Console;

/** Parses keys, and prompts for keys that should not appear on the command line. */
public final class Keys {
    private Keys() {}

    /**
     * Returns a 64-bit key. If the text is not a number, prompts for the key on the terminal without echo.
     *
     * @param what the name of the option, for the message
     * @throws IllegalArgumentException if the text or the reply is not a key
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
