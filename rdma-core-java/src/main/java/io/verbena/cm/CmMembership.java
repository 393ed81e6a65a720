package io.verbena.cm;

import io.verbena.error.RdmaException;
import io.verbena.hca.DatagramDestination;
import java.net.InetAddress;

/** A group that is joined, until this is closed or the identifier is. */
public final class CmMembership extends CmObject {
    private final CmId id;
    private final InetAddress group;
    private final DatagramDestination destination;
    private final boolean attached;

    CmMembership(CmId id, InetAddress group, DatagramDestination destination, boolean attached) {
        this.id = id;
        this.group = group;
        this.destination = destination;
        this.attached = attached;
    }

    /** The address of the group. */
    public InetAddress group() {
        return group;
    }

    /** Where to send what all members are to get. */
    public DatagramDestination destination() {
        return destination;
    }

    @Override
    void destroy() {
        if (!id.isClosed()) {
            id.memberships().leave(group, attached ? destination : null);
        }
    }

    @Override
    void closed(RdmaException why) {
        // Nobody waits for it.
    }

    @Override
    public String toString() {
        return "CmMembership[" + group + ", " + id + "]";
    }
}
