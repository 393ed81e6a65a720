package io.verbena.embedded.sm;

/** The routing algorithms of a subnet manager. */
public enum RoutingAlgorithm {
    /** Routes with the fewest hops, and among them those with the fewest LIDs. */
    MIN_HOP,

    /**
     * Up/down routing: routes lead up towards the roots and then down, never up again, so that buffers cannot
     * deadlock. The roots are the switches farthest from the hosts, or the most central switch if those do not connect
     * all hosts. Two roots may be unreachable from each other.
     */
    UP_DOWN
}
