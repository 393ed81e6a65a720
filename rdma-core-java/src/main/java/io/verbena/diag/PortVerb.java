package io.verbena.diag;

/** What can be done to the state of a port, under the name that ibportstate has for it. */
public enum PortVerb {
    /** Lets the port look for a link. */
    ENABLE,
    /** The same, but of a port that is disabled only. */
    ON,
    /** Takes the link away until somebody enables the port. */
    DISABLE,
    /** Disables it, and enables it again. */
    RESET,
    /** Takes the link down; it comes back by itself. */
    DOWN,
    /** From initialize to armed. */
    ARM,
    /** From armed to active. */
    ACTIVE
}
