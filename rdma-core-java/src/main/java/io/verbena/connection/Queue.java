package io.verbena.connection;

/** A queue of a connection, which completes its requests in their order. */
public enum Queue {
    /** Sends, writes, reads and atomic operations. */
    SEND,
    /** Receives. */
    RECEIVE
}
