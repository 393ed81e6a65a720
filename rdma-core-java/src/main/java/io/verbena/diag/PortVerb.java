package io.verbena.diag;

/** The changes of the state of a port, by their names in ibportstate. */
public enum PortVerb {
    /** Enables the port. */
    ENABLE,
    /** Enables the port if it is disabled. */
    ON,
    /** Disables the port. */
    DISABLE,
    /** Disables the port and enables it again. */
    RESET,
    /** Takes the link down; it comes back without further requests. */
    DOWN,
    /** Changes the state from Initialize to Armed. */
    ARM,
    /** Changes the state from Armed to Active. */
    ACTIVE
}
