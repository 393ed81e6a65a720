package io.verbena.shell.view;

import io.verbena.error.PrintableText;

/** Words that several views share. */
public final class Names {
    private Names() {}

    /** Returns the description of a node without control characters, which could be dangerous on a terminal. */
    public static String printable(String description) {
        return PrintableText.of(description, ' ');
    }

    /** Returns a number with its noun, such as {@code 1 error} or {@code 2 errors}. */
    public static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
