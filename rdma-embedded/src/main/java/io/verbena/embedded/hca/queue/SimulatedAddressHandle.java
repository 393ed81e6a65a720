package io.verbena.embedded.hca.queue;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.hca.AddressVector;
import org.jspecify.annotations.Nullable;

/** An address handle, with the route of its datagrams. */
public final class SimulatedAddressHandle {
    final AddressVector vector;
    private volatile @Nullable DataRoute route;

    /** Creates an address handle. */
    public SimulatedAddressHandle(AddressVector vector) {
        this.vector = vector;
    }

    /** Ends the route of this address handle. */
    public void close(DataNetwork network) {
        network.end(route);
        route = null;
    }

    DataRoute route(DataNetwork network, PortView from) {
        DataRoute known = route;
        return known != null && known.holds(network.revision(), from.key()) ? known : find(network, from);
    }

    /** Finds the route again. Synchronized, because each replaced route must be ended exactly once. */
    private synchronized DataRoute find(DataNetwork network, PortView from) {
        DataRoute known = route;
        if (known == null || !known.holds(network.revision(), from.key())) {
            known = network.route(from.port(), vector, from.key(), known);
            route = known;
        }
        return known;
    }

    /** Returns why an address vector cannot be used by an adapter of a node; empty if it can. */
    public static String objection(FabricNode node, AddressVector vector) {
        if (node.port(vector.port()) == null || vector.port() == 0) {
            return "there is no port " + vector.port();
        }
        if (vector.dlid().bits() == 0) {
            return "the address vector has no destination LID, which InfiniBand requires";
        }
        return vector.isGlobal() && vector.gidIndex() >= FabricPort.GUIDS
                ? "the table of GIDs has no index " + vector.gidIndex()
                : "";
    }
}
