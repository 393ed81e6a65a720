package io.verbena.traffic;

/** Where the messages of a ping-pong lie. */
public enum PingPongMemory {
    /** In memory that is registered, and kept where it is. */
    PINNED,
    /** In memory that is registered, and fetched when the device uses it. */
    ON_DEMAND,
    /** Anywhere: all that the process has is registered at once. */
    EVERYTHING,
    /** In the device itself. */
    DEVICE;

    /** Whether pages are fetched when the device uses them. */
    public boolean isFetched() {
        return this == ON_DEMAND || this == EVERYTHING;
    }
}
