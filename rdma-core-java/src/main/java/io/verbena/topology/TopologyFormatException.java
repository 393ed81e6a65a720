package io.verbena.topology;

import io.verbena.error.PrintableText;
import io.verbena.error.RdmaException;

/**
 * Thrown when a text is not a topology. The message names the source and the line, and what was expected and found
 * there.
 */
public final class TopologyFormatException extends RdmaException {
    private static final int SHOWN = 120;

    private final String source;
    private final int line;

    TopologyFormatException(String source, int line, String text, String expected) {
        super(source + ":" + line + ": expected " + expected + ", not '" + printable(text) + "'");
        this.source = source;
        this.line = line;
    }

    /** Returns the name of the source. */
    public String source() {
        return source;
    }

    /** Returns the line number, from 1; the last line if something is missing at the end. */
    public int line() {
        return line;
    }

    // Binary data must neither reach nor fill a terminal.
    private static String printable(String text) {
        return PrintableText.of(text, '?', SHOWN).replaceAll("\\p{Cn}", "?");
    }
}
