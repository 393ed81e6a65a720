package io.verbena.embedded.sm;

/** How a subnet manager chooses the ways of packets. */
public enum RoutingAlgorithm {
    /** The fewest hops; of several ways that are equal the one with the fewest LIDs on it. */
    MIN_HOP,

    /**
     * Up towards the roots of the fabric, then down, and never up again, so that no circle of full buffers can form. Roots
     * are the switches farthest from any host, or the most central switch where these do not reach each host. Two roots
     * may have no way to each other.
     */
    UP_DOWN
}
