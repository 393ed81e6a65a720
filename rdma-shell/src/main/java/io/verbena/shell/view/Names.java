package io.verbena.shell.view;

import io.verbena.error.PrintableText;

/** Names that several views share. */
public final class Names {
    private Names() {}

    /** Returns the description of a node without control characters, which could be dangerous on a terminal. */
    public static String printable(String description) {
        return PrintableText.of(description, ' ');
    }
}
