package io.verbena.gsi;

import io.verbena.hca.AddressVector;
import io.verbena.iba.Lid;
import io.verbena.spi.GlobalRoute;
import io.verbena.spi.MadAddress;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.ProtectionDomain;
import java.util.LinkedHashMap;
import java.util.Map;

/** The ways to other ports, made when they are first used; the one that nobody used for longest makes room. */
final class AddressBook {
    private static final int MOST = 1024;
    private static final float LOAD_FACTOR = 0.75f;

    private final ProtectionDomain domain;
    private final int port;
    private final Runnable untilSent;
    private final Map<AddressVector, AddressHandle> handles = new LinkedHashMap<>(16, LOAD_FACTOR, true);

    /** Those of a port; {@code untilSent} waits until nothing that was posted needs its way any more. */
    AddressBook(ProtectionDomain domain, int port, Runnable untilSent) {
        this.domain = domain;
        this.port = port;
        this.untilSent = untilSent;
    }

    AddressHandle to(MadAddress destination) {
        AddressVector way = vector(destination);
        AddressHandle known = handles.get(way);
        if (known != null) {
            return known;
        }
        if (handles.size() == MOST) {
            untilSent.run();
            AddressVector eldest = handles.keySet().iterator().next();
            AddressHandle leaving = handles.remove(eldest);
            if (leaving != null) {
                leaving.close();
            }
        }
        AddressHandle made = domain.addressHandle(way);
        handles.put(way, made);
        return made;
    }

    private AddressVector vector(MadAddress destination) {
        AddressVector way = AddressVector.to(port, Lid.of(destination.lid()));
        GlobalRoute route = destination.route();
        return new AddressVector(
                port,
                way.dlid(),
                destination.serviceLevel(),
                destination.pathBits(),
                0,
                route == null ? way.dgid() : route.gid(),
                route == null ? 0 : route.gidIndex(),
                route == null ? 0 : route.flowLabel(),
                route == null ? 0 : route.hopLimit(),
                route == null ? 0 : route.trafficClass());
    }
}
