package io.verbena.cm;

import io.verbena.hca.DatagramDestination;
import java.net.SocketAddress;

/** The membership of an identifier in a multicast group. It ends when this object or the identifier is closed. */
public final class CmMembership extends CmObject {
    private final SocketAddress group;
    private final DatagramDestination destination;
    private final String name;
    private final Runnable leave;

    CmMembership(Object id, SocketAddress group, DatagramDestination destination, Runnable leave) {
        this.group = group;
        this.destination = destination;
        this.name = "CmMembership[" + group + ", " + id + "]";
        this.leave = leave;
    }

    /** Returns the address that was joined; an IP address has port 0. */
    public SocketAddress group() {
        return group;
    }

    /** Returns the destination of datagrams to all members. */
    public DatagramDestination destination() {
        return destination;
    }

    @Override
    void destroy() {
        leave.run();
    }

    @Override
    public String toString() {
        return name;
    }
}
