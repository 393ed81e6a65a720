package io.verbena.shell.view;

import io.verbena.error.PrintableText;

/** Short names that several views share. */
final class Names {
    private Names() {}

    /** What a node calls itself, fit for a terminal: a control character could do anything there. */
    static String printable(String description) {
        return PrintableText.of(description, ' ');
    }
}
