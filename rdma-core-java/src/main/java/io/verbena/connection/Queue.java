package io.verbena.connection;

/** Where requests of a connection are queued, and completed in their order. */
public enum Queue {
    /** Sends, writes, reads and atomic operations. */
    SEND,
    /** Receives. */
    RECEIVE
}
