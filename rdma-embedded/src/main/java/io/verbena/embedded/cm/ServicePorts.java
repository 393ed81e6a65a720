package io.verbena.embedded.cm;

import io.verbena.error.Errno;
import io.verbena.hca.CmOption;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The service ports of a host and their owners. Each port space has ports of its own. */
final class ServicePorts {
    private static final int FIRST_EPHEMERAL = 32768;
    private static final int LAST_EPHEMERAL = 60999;
    private static final int EPHEMERAL = LAST_EPHEMERAL - FIRST_EPHEMERAL + 1;

    private final Map<Request.Service, List<Identifier>> owners = new HashMap<>();
    private int lastEphemeral = LAST_EPHEMERAL;

    /**
     * Claims a port for an identifier.
     *
     * @param port the port; 0 for any free port
     * @return the port
     * @throws io.verbena.error.SysException if the port is in use, or no port is free
     */
    int claim(Identifier id, InetAddress address, int port) {
        if (port == 0) {
            return ephemeral(id);
        }
        Request.Service service = new Request.Service(id.space, port);
        InetSocketAddress wanted = new InetSocketAddress(address, port);
        for (Identifier other : owners.getOrDefault(service, List.of())) {
            boolean shared = id.options.is(CmOption.REUSE_ADDRESS) && other.options.is(CmOption.REUSE_ADDRESS);
            if (!shared && collide(id, address, other)) {
                throw inUse("rdma_bind_addr", wanted, other);
            }
        }
        own(id, service);
        return port;
    }

    private int ephemeral(Identifier id) {
        for (int tries = 0; tries < EPHEMERAL; tries++) {
            lastEphemeral = lastEphemeral == LAST_EPHEMERAL ? FIRST_EPHEMERAL : lastEphemeral + 1;
            Request.Service service = new Request.Service(id.space, lastEphemeral);
            if (!owners.containsKey(service)) {
                own(id, service);
                return lastEphemeral;
            }
        }
        throw Failures.of(
                "rdma_bind_addr", id, Errno.EADDRINUSE, "all " + EPHEMERAL + " ports are in use; destroy identifiers");
    }

    private void own(Identifier id, Request.Service service) {
        owners.computeIfAbsent(service, first -> new ArrayList<>(1)).add(id);
    }

    void release(Identifier id) {
        InetSocketAddress local = id.local;
        if (local == null) {
            return;
        }
        Request.Service service = new Request.Service(id.space, local.getPort());
        List<Identifier> known = owners.get(service);
        if (known != null && known.remove(id) && known.isEmpty()) {
            owners.remove(service);
        }
    }

    /**
     * Requires that no other identifier uses the address. A listener does not share its address, even if the others
     * permit reuse.
     */
    void requireAlone(Identifier id, InetSocketAddress local) {
        for (Identifier other : owners.getOrDefault(new Request.Service(id.space, local.getPort()), List.of())) {
            if (other != id && collide(id, local.getAddress(), other)) {
                throw inUse("rdma_listen", local, other);
            }
        }
    }

    private static boolean collide(Identifier id, InetAddress address, Identifier other) {
        InetSocketAddress taken = other.local;
        if (taken == null) {
            return false;
        }
        InetAddress theirs = taken.getAddress();
        boolean apart = id.options.is(CmOption.ADDRESS_FAMILY_ONLY)
                && other.options.is(CmOption.ADDRESS_FAMILY_ONLY)
                && (id.ib != other.ib || IpAddresses.isWide(address) != IpAddresses.isWide(theirs));
        boolean all = address.isAnyLocalAddress() || theirs.isAnyLocalAddress();
        return !apart && (all || address.equals(theirs));
    }

    private static RuntimeException inUse(String call, InetSocketAddress wanted, Identifier other) {
        return Failures.of(call, wanted, Errno.EADDRINUSE, other + " uses it; use another port, or 0 for a free one");
    }

    /**
     * Returns the listener for a request; null if there is none.
     *
     * @param port the port that has received the request, at whose GID listeners of InfiniBand are
     * @param header the addresses that listeners of IP look at; null if the request has none
     */
    @Nullable Identifier listener(Request.Service service, CmPort port, @Nullable IpHeader header) {
        Identifier any = null;
        for (Identifier id : owners.getOrDefault(service, List.of())) {
            InetSocketAddress local = id.local;
            InetAddress address = id.ib ? IpAddresses.of(port.gid()) : header == null ? null : header.destination();
            if (id.stage != Identifier.Stage.LISTENING || local == null || address == null) {
                continue;
            }
            if (local.getAddress().equals(address)) {
                return id;
            }
            if (local.getAddress().isAnyLocalAddress() && takes(id, local.getAddress(), address)) {
                any = id;
            }
        }
        return any;
    }

    /**
     * Returns whether a wildcard listener accepts an address. A listener at the IPv6 wildcard address also accepts
     * IPv4, unless the option ADDRESS_FAMILY_ONLY is set.
     */
    private static boolean takes(Identifier id, InetAddress all, InetAddress address) {
        return IpAddresses.isWide(all) == IpAddresses.isWide(address)
                || (IpAddresses.isWide(all) && !id.options.is(CmOption.ADDRESS_FAMILY_ONLY));
    }
}
