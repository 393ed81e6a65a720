package io.verbena.embedded;

import io.verbena.iba.ManagementClass;
import org.jspecify.annotations.Nullable;

/** Sends a subnet management packet through the fabric and brings its answer back, in the same bytes. */
final class SubnetManagementInterface {
    private final DirectedRouting directed;
    private final LidRouting byLid;

    SubnetManagementInterface(LidRouting byLid) {
        this.byLid = byLid;
        this.directed = new DirectedRouting(byLid);
    }

    /**
     * Exchanges a request for its answer.
     *
     * @param from the port it is sent from
     * @param lid the LID it is sent to
     * @return whether an answer came; if not, the bytes mean nothing any more
     */
    boolean exchange(Packet packet, EmbeddedPort from, int lid) {
        int managementClass = packet.header().managementClassBits();
        if (managementClass == ManagementClass.SUBNET_DIRECTED_ROUTE.code()) {
            EmbeddedPort end = answered(packet, directed.request(packet, from, lid));
            return end != null && directed.answer(packet, end) == from;
        }
        if (managementClass == ManagementClass.SUBNET_LID_ROUTED.code()) {
            EmbeddedPort end = answered(packet, byLid.deliver(from, lid));
            return end != null && byLid.deliver(end, from.lid()) == from;
        }
        return false;
    }

    private static @Nullable EmbeddedPort answered(Packet packet, @Nullable EmbeddedPort end) {
        boolean answered =
                end != null && !end.node().isSilent() && end.node().agent().answer(packet, end);
        return answered ? end : null;
    }
}
