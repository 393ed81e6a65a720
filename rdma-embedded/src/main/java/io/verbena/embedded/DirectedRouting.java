package io.verbena.embedded;

import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Lid;
import org.jspecify.annotations.Nullable;

/**
 * Takes packets along the ports they name (IBA 14.2.2). A packet that breaks a rule is dropped without a word, as on a wire.
 *
 * <p>The part by LID of a combined route may come first (DrSLID is not permissive), but not last.
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
     * @param lid where the directed part begins, if DrSLID says that it does not begin here
     * @return the port by which it came there; null if it got lost
     */
    @Nullable EmbeddedPort request(Packet packet, EmbeddedPort from, int lid) {
        DirectedRouteSmp smp = packet.directed();
        if (smp.direction() != 0 || smp.hopCount() > MOST_HOPS || !isPermissive(smp.drDlidBits())) {
            return null;
        }
        EmbeddedPort at = isPermissive(smp.drSlidBits()) ? from : lidRouting.deliver(from, lid);
        while (at != null && !at.node().isSilent()) {
            int hop = smp.hopPointer();
            if (hop >= smp.hopCount()) {
                smp.hopPointer(Math.min(hop + 1, smp.hopCount() + 1));
                return hop <= smp.hopCount() + 1 ? at : null;
            }
            at = out(at, smp.initialPath(hop + 1), hop == 0);
            if (at != null) {
                smp.hopPointer(hop + 1).returnPath(hop + 1, at.number());
            }
        }
        return null;
    }

    /**
     * Takes an answer back.
     *
     * @param from the port by which the request came
     * @return the port at which the answer ends; null if it got lost
     */
    @Nullable EmbeddedPort answer(Packet packet, EmbeddedPort from) {
        DirectedRouteSmp smp = packet.directed().direction(1);
        EmbeddedPort at = from;
        while (at != null && !at.node().isSilent()) {
            int hop = smp.hopPointer();
            if (hop <= 1) {
                smp.hopPointer(0);
                return isPermissive(smp.drSlidBits()) ? at : lidRouting.deliver(at, smp.drSlidBits());
            }
            smp.hopPointer(hop - 1);
            at = out(at, smp.returnPath(hop - 1), hop == smp.hopCount() + 1);
        }
        return null;
    }

    /** Leaves a node: a switch by any port, an end of the route by the port it has, nothing else. */
    private static @Nullable EmbeddedPort out(EmbeddedPort at, int number, boolean end) {
        EmbeddedNode node = at.node();
        boolean allowed = node.forwards() || (end && number == at.number());
        EmbeddedPort port = allowed && number != 0 ? node.portOrNull(number) : null;
        return port == null ? null : port.cross();
    }

    private static boolean isPermissive(int lid) {
        return lid == Lid.PERMISSIVE.bits();
    }
}
