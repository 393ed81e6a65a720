package io.verbena.connection;

/**
 * Which connections share a protection domain, and with it the memory that their peers reach (IBA 10.2.3).
 *
 * <p>A device checks a remote key against the protection domain of the queue pair that the request arrives at. Connections
 * that share a domain therefore share their keys: a peer of one that learns or guesses the key and the address of memory
 * that was advertised on another can read or write it.
 */
public enum Isolation {
    /**
     * Every connection has a protection domain of its own (default). A peer reaches only what was advertised on its own
     * connection. A buffer of the {@link ConnectionGroup} is registered once for each connection that uses it.
     */
    CONNECTION,
    /**
     * All connections of a {@link ConnectionGroup} share one protection domain. A buffer of the group is registered once. Use
     * it only where every peer may do to any advertised buffer what its access allows.
     */
    GROUP
}
