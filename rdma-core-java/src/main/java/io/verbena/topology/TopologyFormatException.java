package io.verbena.topology;

import io.verbena.error.PrintableText;
import io.verbena.error.RdmaException;

/** A text is not a topology. The message is one line: the source, the line, what was expected, and what stands there. */
public final class TopologyFormatException extends RdmaException {
    private static final int SHOWN = 120;

    private final String source;
    private final int line;

    TopologyFormatException(String source, int line, String text, String expected) {
        super(source + ":" + line + ": expected " + expected + ", not '" + printable(text) + "'");
        this.source = source;
        this.line = line;
    }

    /** What was read, as the caller named it. */
    public String source() {
        return source;
    }

    /** The number of the line, from 1; the last one where something is missing at the end. */
    public int line() {
        return line;
    }

    // What is no text at all must not reach a terminal, nor fill it.
    private static String printable(String text) {
        return PrintableText.of(text, '?', SHOWN).replaceAll("\\p{Cn}", "?");
    }
}
