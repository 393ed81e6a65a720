package io.verbena.embedded.routing;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Lid;
import org.jspecify.annotations.Nullable;

/**
 * Takes packets along the ports they name (IBA 14.2.2). A packet that breaks a rule is dropped without a word, as on a wire.
 *
 * <p>A route may be combined: by LID to where the directed part begins, if DrSLID is not permissive, and by LID from where
 * it ends, if DrDLID is not.
 */
final class DirectedRouting {
    private static final int MOST_HOPS = 63;

    private final LidRouting lidRouting;

    DirectedRouting(LidRouting lidRouting) {
        this.lidRouting = lidRouting;
    }

    /**
     * Takes a request to the node at the end of its route.
     *
     * @param from the port it is sent from
     * @return the port by which it came there; null if it got lost
     */
    @Nullable Port request(Packet packet, Port from) {
        DirectedRouteSmp smp = packet.directed();
        if (smp.direction() != 0 || smp.hopCount() > MOST_HOPS) {
            return null;
        }
        Port at = isPermissive(smp.drSlidBits()) ? from : lidRouting.deliver(packet, from, packet.destinationLid());
        while (at != null && !at.node().isSilent()) {
            int hop = smp.hopPointer();
            if (hop >= smp.hopCount()) {
                smp.hopPointer(Math.min(hop + 1, smp.hopCount() + 1));
                return hop <= smp.hopCount() + 1 ? last(packet, at) : null;
            }
            at = out(packet, at, smp.initialPath(hop + 1), hop == 0);
            if (at != null) {
                smp.hopPointer(hop + 1).returnPath(hop + 1, at.number());
            }
        }
        return null;
    }

    /** The part by LID behind the directed one; the answer comes back to where it began. */
    private @Nullable Port last(Packet packet, Port at) {
        int lid = packet.directed().drDlidBits();
        if (isPermissive(lid)) {
            return at;
        }
        packet.local(at.node().managed(at).lid(), lid, packet.serviceLevel());
        return lidRouting.deliver(packet, at, lid);
    }

    /**
     * Takes an answer back.
     *
     * @param from the port by which the request came
     * @return the port at which the answer ends; null if it got lost
     */
    @Nullable Port answer(Packet packet, Port from) {
        DirectedRouteSmp smp = packet.directed().direction(1);
        if (smp.hopCount() > MOST_HOPS || smp.hopPointer() > smp.hopCount() + 1) {
            return null;
        }
        Port at = isPermissive(smp.drDlidBits()) ? from : lidRouting.deliver(packet, from, packet.destinationLid());
        while (at != null && !at.node().isSilent()) {
            int hop = smp.hopPointer();
            if (hop <= 1) {
                smp.hopPointer(0);
                return isPermissive(smp.drSlidBits()) ? at : lidRouting.deliver(packet, at, smp.drSlidBits());
            }
            smp.hopPointer(hop - 1);
            at = out(packet, at, smp.returnPath(hop - 1), hop == smp.hopCount() + 1);
        }
        return null;
    }

    /** Leaves a node: a switch by any port, an end of the route by the port it has, nothing else. */
    private static @Nullable Port out(Packet packet, Port at, int number, boolean end) {
        Node node = at.node();
        boolean allowed = node.forwards() || (end && number == at.number());
        Port port = allowed && number != 0 ? node.port(number) : null;
        return port == null ? null : port.cross(packet);
    }

    private static boolean isPermissive(int lid) {
        return lid == Lid.PERMISSIVE.bits();
    }
}
