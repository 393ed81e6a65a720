package io.verbena.shell.view;

/** Short names that several views share. */
final class Names {
    private Names() {}

    /** What a node calls itself, fit for a terminal: a control character could do anything there. */
    static String printable(String description) {
        return description
                .codePoints()
                .map(character -> Character.isISOControl(character) ? ' ' : character)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
