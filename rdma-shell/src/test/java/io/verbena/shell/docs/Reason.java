package io.verbena.shell.docs;

import java.util.Locale;

/** Why a function or a program of another package has no counterpart here, or none that does all of it. */
enum Reason {
    /** Some of it. */
    PARTLY("some of it is there; the note says what is not"),
    /** What C needs and Java does not see. */
    INSIDE("done where it is needed; a Java program has nothing to call"),
    /** The platform. */
    JAVA("Java itself has it"),
    /** What the library has for its drivers. */
    DRIVER("of use only to a driver of the C library"),
    /** What has a successor. */
    OBSOLETE("given up by its own makers, or done by the kernel"),
    /** What somebody could want. */
    MISSING("not there");

    private final String meaning;

    Reason(String meaning) {
        this.meaning = meaning;
    }

    String meaning() {
        return meaning;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The reason that is written so.
     *
     * @throws IllegalArgumentException if it is none of the list
     */
    static Reason of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
