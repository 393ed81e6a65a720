package io.verbena.embedded.cm;

/** How far an identifier has come. */
enum Stage {
    /** It is made. */
    NEW,
    /** It has an address. */
    BOUND,
    /** It looks for the port behind an address. */
    RESOLVING_ADDRESS,
    /** It has found it. */
    ADDRESS_RESOLVED,
    /** It looks for the path. */
    RESOLVING_ROUTE,
    /** It has found it. */
    ROUTE_RESOLVED,
    /** It waits for requests. */
    LISTENING,
    /** It asks, is asked, or is connected. */
    CONNECTING,
    /** It is destroyed. */
    DESTROYED
}
