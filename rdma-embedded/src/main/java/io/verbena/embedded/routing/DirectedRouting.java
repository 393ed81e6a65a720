package io.verbena.embedded.routing;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Lid;
import org.jspecify.annotations.Nullable;

/**
 * Forwards directed route SMPs (IBA 14.2.2). A packet that violates a rule is dropped.
 *
 * <p>A route may have LID-routed parts: before the directed part if DrSLID is not permissive, and behind it if DrDLID
 * is not.
 */
record DirectedRouting(LidRouting lidRouting) {
    private static final int MAX_HOPS = 63;

    /**
     * Forwards a request to the node at the end of its route.
     *
     * @param from the port that sends the packet
     * @return the port at which the packet arrives; null if it is lost
     */
    @Nullable FabricPort request(MadPacket packet, FabricPort from) {
        DirectedRouteSmp smp = packet.directed();
        if (smp.direction() != 0 || smp.hopCount() > MAX_HOPS) {
            return null;
        }
        FabricPort at =
                isPermissive(smp.drSlidBits()) ? from : lidRouting.deliver(packet, from, packet.destinationLid(), null);
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

    /**
     * Forwards a request along the LID-routed part behind the directed part; its response returns to the start of that
     * part.
     */
    private @Nullable FabricPort last(MadPacket packet, FabricPort at) {
        int lid = packet.directed().drDlidBits();
        if (isPermissive(lid)) {
            return at;
        }
        packet.local(at.node().managed(at).lid(), lid, packet.serviceLevel());
        return lidRouting.deliver(packet, at, lid, null);
    }

    /**
     * Forwards a response.
     *
     * @param from the port at which the request arrived
     * @return the port at which the response arrives; null if it is lost
     */
    @Nullable FabricPort answer(MadPacket packet, FabricPort from) {
        DirectedRouteSmp smp = packet.directed().direction(1);
        if (smp.hopCount() > MAX_HOPS || smp.hopPointer() > smp.hopCount() + 1) {
            return null;
        }
        FabricPort at =
                isPermissive(smp.drDlidBits()) ? from : lidRouting.deliver(packet, from, packet.destinationLid(), null);
        while (at != null && !at.node().isSilent()) {
            int hop = smp.hopPointer();
            if (hop <= 1) {
                smp.hopPointer(0);
                return isPermissive(smp.drSlidBits()) ? at : lidRouting.deliver(packet, at, smp.drSlidBits(), null);
            }
            smp.hopPointer(hop - 1);
            at = out(packet, at, smp.returnPath(hop - 1), hop == smp.hopCount() + 1);
        }
        return null;
    }

    /** Leaves a node: a switch by any port, an end node of the route by the port at which the packet is. */
    private static @Nullable FabricPort out(MadPacket packet, FabricPort at, int number, boolean end) {
        FabricNode node = at.node();
        boolean allowed = node.forwards() || (end && number == at.number());
        FabricPort port = allowed && number != 0 ? node.port(number) : null;
        return port == null ? null : port.cross(packet, null);
    }

    private static boolean isPermissive(int lid) {
        return lid == Lid.PERMISSIVE.bits();
    }
}
