package io.verbena.embedded;

import org.jspecify.annotations.Nullable;

/** Takes packets from switch to switch by their destination LID. */
final class LidRouting {
    // Longer than any way through a subnet; what goes on for longer goes in circles.
    private static final int MOST_HOPS = 64;

    private final ForwardingTables tables;

    LidRouting(ForwardingTables tables) {
        this.tables = tables;
    }

    /**
     * Sends a packet.
     *
     * @param from where it is: the port of a channel adapter, or any port of a switch
     * @return the port by which it came to the node with the LID; null if it got lost
     */
    @Nullable EmbeddedPort deliver(EmbeddedPort from, int lid) {
        if (!from.node().forwards() && from.owns(lid)) {
            return from;
        }
        EmbeddedPort at = from.node().forwards() ? from : from.cross();
        for (int hop = 0; at != null && hop < MOST_HOPS; hop++) {
            if (!at.node().forwards()) {
                return at.owns(lid) ? at : null;
            }
            EmbeddedPort out = tables.out(at.node(), lid);
            if (out == null) {
                return null;
            }
            if (out.isManagementPort()) {
                return at;
            }
            at = out.cross();
        }
        return null;
    }
}
