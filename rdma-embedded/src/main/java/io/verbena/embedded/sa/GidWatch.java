package io.verbena.embedded.sa;

import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells subscribers which GIDs come into service (trap 64) and go out of it (trap 65), IBA 14.2.5.1. */
final class GidWatch {
    private static final int IN_SERVICE = 64;
    private static final int OUT_OF_SERVICE = 65;

    private final Subnet subnet;
    private final Subscriptions subscriptions;
    private @Nullable Map<Guid, Gid> known;

    GidWatch(Subnet subnet, Subscriptions subscriptions) {
        this.subnet = subnet;
        this.subscriptions = subscriptions;
    }

    /** Compares the subnet to what it was; the first time there is nothing to compare it to. */
    void look() {
        Map<Guid, Gid> now = new LinkedHashMap<>();
        EndPorts.of(
                subnet,
                port -> now.put(
                        port.guid(),
                        new Gid(port.info().gidPrefix(), port.guid().bits())));
        Map<Guid, Gid> before = known;
        known = now;
        if (before != null) {
            tell(OUT_OF_SERVICE, before, now);
            tell(IN_SERVICE, now, before);
        }
    }

    /** Begins again: nobody wants to be told. */
    void forget() {
        known = null;
    }

    private void tell(int trap, Map<Guid, Gid> these, Map<Guid, Gid> others) {
        List<Gid> gids = new ArrayList<>();
        these.forEach((guid, gid) -> {
            if (!others.containsKey(guid)) {
                gids.add(gid);
            }
        });
        gids.forEach(gid -> subscriptions.tell(trap, gid));
    }
}
