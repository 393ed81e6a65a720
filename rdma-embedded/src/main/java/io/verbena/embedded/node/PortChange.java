package io.verbena.embedded.node;

/** What of a port can be another, beside its state. */
public enum PortChange {
    /** Its LID. */
    LID,
    /** The LID of its subnet manager. */
    SUBNET_MANAGER,
    /** Its partition keys. */
    PARTITION_KEYS,
    /** Its GIDs. */
    GIDS,
    /** Nothing: its clients are to register again. */
    REREGISTER
}
