package io.verbena.shell.cli;

import org.jspecify.annotations.Nullable;

/** ANSI colors for a terminal. Leaves text unchanged without a terminal, or if {@code NO_COLOR} is set. */
public final class Colours {
    private final boolean on;

    private Colours(boolean on) {
        this.on = on;
    }

    /** Returns colors if standard output is a terminal and {@code NO_COLOR} (no-color.org) is not set. */
    public static Colours ofTerminal() {
        return of(Terminals.isThere(), System.getenv("NO_COLOR"));
    }

    /** Returns an instance that leaves text unchanged. */
    public static Colours none() {
        return new Colours(false);
    }

    static Colours of(boolean terminal, @Nullable String noColor) {
        return new Colours(terminal && (noColor == null || noColor.isEmpty()));
    }

    /** Colors text about an error. */
    public String bad(String text) {
        return in("31", text);
    }

    /** Colors text about a warning. */
    public String odd(String text) {
        return in("33", text);
    }

    /** Colors text about success. */
    public String good(String text) {
        return in("32", text);
    }

    private String in(String code, String text) {
        return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
