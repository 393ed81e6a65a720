package io.verbena.traffic;

/** The kinds of memory for the messages of a ping-pong. */
public enum PingPongMemory {
    /** Registered memory whose pages are pinned. */
    PINNED,
    /** Registered memory with on-demand paging. */
    ON_DEMAND,
    /** Implicit on-demand paging: the whole address space of the process is registered. */
    EVERYTHING,
    /** Device memory. */
    DEVICE;

    /** Returns whether the memory uses on-demand paging. */
    public boolean isFetched() {
        return this == ON_DEMAND || this == EVERYTHING;
    }
}
