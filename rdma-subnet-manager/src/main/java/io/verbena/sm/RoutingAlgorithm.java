package io.verbena.sm;

/** The routing algorithms of a subnet manager. */
public enum RoutingAlgorithm {
    /** Routes with the fewest hops, and among them those with the fewest LIDs. On a ring or torus, packets can deadlock. */
    MIN_HOP,

    /**
     * Up/down routing: routes lead up towards the roots and then down, never up again, so that buffers cannot deadlock.
     * Without configured roots, the roots are the switches farthest from the hosts, or the most central switch if those
     * do not connect all hosts. Two roots may be unreachable from each other.
     */
    UP_DOWN,

    /**
     * Routes for fat trees: the LIDs of hosts are spread over the uplinks in the order of the hosts, so that the shift
     * permutations of collective operations share no link on a complete tree. Routes lead up and then down, so that
     * buffers cannot deadlock. A topology that is not a fat tree is refused, and the previous tables stay.
     */
    FAT_TREE,

    /**
     * Routes with the fewest hops on any topology, balanced over all links. Pairs of switches whose routes could deadlock
     * together use different virtual lanes; clients must use the service level of their PathRecord.
     */
    DEADLOCK_FREE
}
