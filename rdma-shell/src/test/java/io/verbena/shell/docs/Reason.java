package io.verbena.shell.docs;

import java.util.Locale;

/** The reason for which a function or program of another package has no counterpart, or an incomplete one. */
enum Reason {
    /** Some of it. */
    PARTLY("incomplete; the note names what is missing"),
    /** What C needs and Java does not see. */
    INSIDE("done internally where it is needed; applications need not call it"),
    /** The platform. */
    JAVA("provided by the Java platform"),
    /** Functions for drivers of the C library. */
    DRIVER("useful to drivers of the C library only"),
    /** Functions with a successor. */
    OBSOLETE("abandoned by its authors, or done by the kernel"),
    /** Functions that users may need. */
    MISSING("no counterpart");

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
