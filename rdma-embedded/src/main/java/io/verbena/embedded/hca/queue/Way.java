package io.verbena.embedded.hca.queue;

import io.verbena.hca.AddressVector;
import org.jspecify.annotations.Nullable;

/** An address handle: the way of datagrams, with the route that it was found to be. */
public final class Way {
    private final int number;
    private final AddressVector vector;
    private volatile @Nullable Route route;

    /** One that goes where the vector says. */
    public Way(int number, AddressVector vector) {
        this.number = number;
        this.vector = vector;
    }

    /** Its number. */
    public int number() {
        return number;
    }

    AddressVector vector() {
        return vector;
    }

    /** Nothing goes this way any more. */
    public void close(Network network) {
        network.end(route);
        route = null;
    }

    /** Where it leads from a port. */
    Route route(Network network, PortView from) {
        Route known = route;
        return known != null && known.holds(network, from.key()) ? known : find(network, from);
    }

    /** One at a time, or the tally of one would never end. */
    private synchronized Route find(Network network, PortView from) {
        Route known = route;
        if (known == null || !known.holds(network, from.key())) {
            known = network.route(from.port(), vector, from.key(), known);
            route = known;
        }
        return known;
    }
}
