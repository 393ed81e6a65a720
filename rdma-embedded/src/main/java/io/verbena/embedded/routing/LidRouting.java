package io.verbena.embedded.routing;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.LinearTable;
import io.verbena.embedded.node.MadPacket;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Forwards packets from switch to switch by their destination LID, as the forwarding tables define. */
final class LidRouting {
    /** Longer than any path in a subnet. A packet that takes more hops is in a loop. */
    static final int MAX_HOPS = 64;

    /**
     * Forwards a unicast packet.
     *
     * @param from the current position: the port of a channel adapter, or any port of a switch
     * @param lid the destination, which for a directed route is not the LID in the header
     * @param trail receives the ports by which the packet leaves nodes, instead of counting the packet there; null
     *     to count
     * @return the port at which the packet arrives; null if it is lost
     */
    @Nullable FabricPort deliver(MadPacket packet, FabricPort from, int lid, @Nullable List<FabricPort> trail) {
        if (!from.node().forwards() && from.owns(lid)) {
            return from;
        }
        FabricPort at = from.node().forwards() ? from : leave(packet, 0, from, trail);
        for (int hop = 0; at != null && hop < MAX_HOPS; hop++) {
            if (!at.node().forwards()) {
                return at.owns(lid) ? at : null;
            }
            FabricPort out = out(at.node(), lid);
            if (out == null) {
                at.counters().discardedByLid();
                return null;
            }
            if (out.isManagementPort()) {
                return out.owns(lid) ? at : null;
            }
            at = leave(packet, at.number(), out, trail);
        }
        return null;
    }

    /**
     * Forwards a multicast packet.
     *
     * @param trail receives the ports by which the packet leaves nodes, instead of counting the packet there; null
     *     to count
     * @param to receives each port at which the packet arrives, except the one that sent it
     */
    void multicast(MadPacket packet, FabricPort from, @Nullable List<FabricPort> trail, Consumer<FabricPort> to) {
        FabricPort first = from.node().forwards() ? from : leave(packet, 0, from, trail);
        spread(packet, first, MAX_HOPS, trail, to);
    }

    private static void spread(
            MadPacket packet,
            @Nullable FabricPort at,
            int hops,
            @Nullable List<FabricPort> trail,
            Consumer<FabricPort> to) {
        if (at == null || hops == 0) {
            return;
        }
        if (!at.node().forwards()) {
            to.accept(at);
            return;
        }
        BitSet ports = at.node().multicast().ports(packet.destinationLid());
        if (ports.isEmpty()) {
            at.counters().discardedByLid();
        }
        for (int number = ports.nextSetBit(0); number >= 0; number = ports.nextSetBit(number + 1)) {
            FabricPort out = at.node().port(number);
            if (out != null && out != at && number == 0) {
                to.accept(out);
            } else if (out != null && out != at) {
                spread(packet, leave(packet, at.number(), out, trail), hops - 1, trail, to);
            }
        }
    }

    private static @Nullable FabricPort out(FabricNode node, int lid) {
        int number = lid > node.switchInfo().linearFdbTop()
                ? LinearTable.NOWHERE
                : node.linear().port(lid);
        return number == LinearTable.NOWHERE ? null : node.port(number);
    }

    /**
     * Sends a packet that arrived at port {@code in}, or originates in the node if that is 0, across the link of
     * another port.
     */
    private static @Nullable FabricPort leave(
            MadPacket packet, int in, FabricPort out, @Nullable List<FabricPort> trail) {
        if (!packet.isSubnetManagement()) {
            if (!out.carries(in, packet.serviceLevel())) {
                out.counters().discardedByServiceLevel();
                return null;
            }
            if (!out.lets(packet, false)) {
                return null;
            }
        }
        FabricPort next = out.cross(packet, trail);
        return next == null || packet.isSubnetManagement() || next.lets(packet, true) ? next : null;
    }
}
