package io.verbena.gsi;

import io.verbena.hca.AddressVector;
import io.verbena.iba.Lid;
import io.verbena.spi.GlobalRoute;
import io.verbena.spi.MadAddress;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.ProtectionDomain;
import java.util.LinkedHashMap;
import java.util.Map;

/** Cache of address handles, which are created on first use. The least recently used one is evicted. */
final class AddressBook {
    private static final int MAX_HANDLES = 1024;
    private static final float LOAD_FACTOR = 0.75f;

    private final ProtectionDomain domain;
    private final int port;
    private final Runnable untilSent;
    private final Map<AddressVector, AddressHandle> handles = new LinkedHashMap<>(16, LOAD_FACTOR, true);

    /**
     * Creates a cache for a port.
     *
     * @param untilSent waits until no posted request uses an address handle
     */
    AddressBook(ProtectionDomain domain, int port, Runnable untilSent) {
        this.domain = domain;
        this.port = port;
        this.untilSent = untilSent;
    }

    AddressHandle to(MadAddress destination) {
        AddressVector address = vector(destination);
        AddressHandle known = handles.get(address);
        if (known != null) {
            return known;
        }
        if (handles.size() == MAX_HANDLES) {
            untilSent.run();
            AddressVector eldest = handles.keySet().iterator().next();
            AddressHandle leaving = handles.remove(eldest);
            if (leaving != null) {
                leaving.close();
            }
        }
        AddressHandle made = domain.addressHandle(address);
        handles.put(address, made);
        return made;
    }

    private AddressVector vector(MadAddress destination) {
        AddressVector vector = AddressVector.to(port, Lid.of(destination.lid()));
        GlobalRoute route = destination.route();
        return new AddressVector(
                port,
                vector.dlid(),
                destination.serviceLevel(),
                destination.pathBits(),
                0,
                route == null ? vector.dgid() : route.gid(),
                route == null ? 0 : route.gidIndex(),
                route == null ? 0 : route.flowLabel(),
                route == null ? 0 : route.hopLimit(),
                route == null ? 0 : route.trafficClass());
    }
}
