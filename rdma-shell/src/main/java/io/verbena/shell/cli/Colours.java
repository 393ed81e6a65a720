package io.verbena.shell.cli;

import org.jspecify.annotations.Nullable;

/** Colours for a terminal; without one, and where {@code NO_COLOR} is set, text stays as it is. */
public final class Colours {
    private final boolean on;

    private Colours(boolean on) {
        this.on = on;
    }

    /** Colours if output goes to a terminal, and nobody asked for none (no-color.org). */
    public static Colours ofTerminal() {
        return of(Terminals.isThere(), System.getenv("NO_COLOR"));
    }

    /** No colours. */
    public static Colours none() {
        return new Colours(false);
    }

    static Colours of(boolean terminal, @Nullable String noColor) {
        return new Colours(terminal && (noColor == null || noColor.isEmpty()));
    }

    /** Something that is not well. */
    public String bad(String text) {
        return in("31", text);
    }

    /** Something to look at. */
    public String odd(String text) {
        return in("33", text);
    }

    /** Something that is well. */
    public String good(String text) {
        return in("32", text);
    }

    private String in(String code, String text) {
        return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
