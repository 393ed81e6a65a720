package io.verbena.subnet.diff;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Aspects of a comparison, named as in {@code ibnetdiscover --diffcheck}. */
public enum DiffCheck {
    /** Switches. */
    SW,
    /** Channel adapters. */
    CA,
    /** Routers. */
    ROUTER,
    /** Ports and the ends of their links. */
    PORT,
    /** LIDs. */
    LID,
    /** Descriptions of nodes. */
    NODEDESC,
    /** Widths and speeds of links, which the C program does not compare. */
    RATE;

    /** Nodes of all types, their ports and links. */
    public static final Set<DiffCheck> DEFAULTS = Collections.unmodifiableSet(EnumSet.of(SW, CA, ROUTER, PORT));

    /** All aspects. */
    public static final Set<DiffCheck> ALL = Collections.unmodifiableSet(EnumSet.allOf(DiffCheck.class));

    /**
     * Parses a list such as {@code sw,port,lid}, regardless of case.
     *
     * @throws IllegalArgumentException if a word is not an aspect
     */
    public static Set<DiffCheck> parse(String words) {
        Set<DiffCheck> checks = EnumSet.noneOf(DiffCheck.class);
        for (String word : words.split(",", -1)) {
            try {
                checks.add(valueOf(word.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "'" + word + "' cannot be compared; write sw, ca, router, port, lid, nodedesc or rate", e);
            }
        }
        return checks;
    }
}
