package io.verbena.shell.view;

import io.verbena.error.PrintableText;

/** Names that several views share. */
final class Names {
    private Names() {}

    /** Returns the description of a node without control characters, which could be dangerous on a terminal. */
    static String printable(String description) {
        return PrintableText.of(description, ' ');
    }
}
