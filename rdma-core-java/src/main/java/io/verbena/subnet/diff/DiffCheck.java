package io.verbena.subnet.diff;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What is to be compared, by the names of {@code ibnetdiscover --diffcheck}. */
public enum DiffCheck {
    /** Switches. */
    SW,
    /** Channel adapters. */
    CA,
    /** Routers. */
    ROUTER,
    /** Which ports are there, and where their links lead. */
    PORT,
    /** LIDs. */
    LID,
    /** What nodes call themselves. */
    NODEDESC,
    /** Widths and speeds of links; the C program does not compare them. */
    RATE;

    /** Nodes of all kinds, their ports and links. */
    public static final Set<DiffCheck> DEFAULTS = Collections.unmodifiableSet(EnumSet.of(SW, CA, ROUTER, PORT));

    /** Everything. */
    public static final Set<DiffCheck> ALL = Collections.unmodifiableSet(EnumSet.allOf(DiffCheck.class));

    /**
     * Reads {@code sw,port,lid}; big letters are as good as small ones.
     *
     * @throws IllegalArgumentException if one of the words is none of these
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
