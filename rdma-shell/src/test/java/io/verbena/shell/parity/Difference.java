package io.verbena.shell.parity;

import java.util.Locale;

/** The reason for an intentional difference; docs/guide/infiniband-diags.md explains each one under the same word. */
public enum Difference {
    /** Errors go to standard error and into the exit code. */
    HONEST_EXIT,
    /** A part that is missing is listed, and the exit code is 3. */
    PARTIAL_RESULT,
    /** Nodes, ports or records come in another order, which is the same each time. */
    STABLE_ORDER,
    /** Names are UTF-8, and from the map everywhere. */
    NAMES,
    /** Invalid input is rejected. */
    STRICT_INPUT,
    /** The output contains more, or more forms of input are accepted. */
    MORE,
    /** The C program is in error. */
    THEIR_ERROR,
    /** The option belongs to how the C program works inside. */
    INSIDE,
    /** It asks before it changes something, or needs another word for it. */
    CAREFUL_CHANGE;

    /** The word for it in documents. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
