package io.verbena.embedded.routing;

import io.verbena.embedded.node.LinearTable;
import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import org.jspecify.annotations.Nullable;

/** Takes packets from switch to switch by their destination LID, as the forwarding tables of the switches say. */
final class LidRouting {
    /** Longer than any way through a subnet; what goes on for longer goes in circles. */
    static final int MOST_HOPS = 64;

    /**
     * Sends a packet.
     *
     * @param from where it is: the port of a channel adapter, or any port of a switch
     * @param lid where it goes, which for a directed route is not what its header says
     * @return the port by which it came to the node with the LID; null if it got lost
     */
    @Nullable Port deliver(Packet packet, Port from, int lid) {
        if (!from.node().forwards() && from.owns(lid)) {
            return from;
        }
        Port at = from.node().forwards() ? from : leave(packet, 0, from);
        for (int hop = 0; at != null && hop < MOST_HOPS; hop++) {
            if (!at.node().forwards()) {
                return at.owns(lid) ? at : null;
            }
            Port out = out(at.node(), lid);
            if (out == null) {
                at.counters().discardedByLid();
                return null;
            }
            if (out.isManagementPort()) {
                return out.owns(lid) ? at : null;
            }
            at = leave(packet, at.number(), out);
        }
        return null;
    }

    private static @Nullable Port out(Node node, int lid) {
        int number = lid > node.switchInfo().linearFdbTop()
                ? LinearTable.NOWHERE
                : node.linear().port(lid);
        return number == LinearTable.NOWHERE ? null : node.port(number);
    }

    /** Lets a packet out of a port that came in by another, or from within the node, and over the link. */
    static @Nullable Port leave(Packet packet, int in, Port out) {
        if (!packet.isSubnetManagement()) {
            if (!out.node().serviceLevels().passes(in, out, packet.serviceLevel())) {
                out.counters().discardedByServiceLevel();
                return null;
            }
            if (!out.lets(packet, false)) {
                return null;
            }
        }
        Port next = out.cross(packet);
        return next == null || packet.isSubnetManagement() || next.lets(packet, true) ? next : null;
    }
}
