package io.verbena.embedded.routing;

import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import java.util.BitSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes packets to all ports of a multicast group, as the multicast forwarding tables of the switches say. */
final class MulticastRouting {

    /**
     * Sends a packet.
     *
     * @param to takes each port at which it ends, but for the one it was sent from
     */
    void deliver(Packet packet, Port from, Consumer<Port> to) {
        Port first = from.node().forwards() ? from : LidRouting.leave(packet, 0, from);
        spread(packet, first, LidRouting.MOST_HOPS, to);
    }

    private static void spread(Packet packet, @Nullable Port at, int hops, Consumer<Port> to) {
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
            Port out = at.node().port(number);
            if (out != null && out != at && number == 0) {
                to.accept(out);
            } else if (out != null && out != at) {
                spread(packet, LidRouting.leave(packet, at.number(), out), hops - 1, to);
            }
        }
    }
}
