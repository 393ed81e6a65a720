package io.verbena.embedded.cm;

import io.verbena.embedded.time.Timeline;
import io.verbena.error.Errno;
import io.verbena.hca.CmEventType;
import io.verbena.hca.CmOption;
import io.verbena.hca.IbSocketAddress;
import io.verbena.iba.Gid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.PathRecord;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Binds identifiers, resolves addresses to ports, and resolves routes. */
record AddressSteps(CmHost host) {
    private static final long ASK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PATH = PathRecord.LAYOUT.componentMask("dgid", "sgid", "pKey", "numbPath", "reversible");
    private static final long TRAFFIC_CLASS = PathRecord.LAYOUT.componentMask("trafficClass");
    private static final long QOS_CLASS = PathRecord.LAYOUT.componentMask("qosClass");
    private static final String BIND = "rdma_bind_addr";
    private static final int PORT = 0xffff;
    private static final String RESOLVE_ADDRESS = "rdma_resolve_addr";

    void bind(Identifier id, SocketAddress address) {
        if (id.stage != Identifier.Stage.NEW) {
            throw Failures.state(BIND, id, "have no address yet");
        }
        bind(BIND, id, address);
    }

    private void bind(String call, Identifier id, SocketAddress address) {
        InetSocketAddress wanted = address(call, id, address);
        id.use(address);
        bind(call, id, wanted.getAddress(), wanted.getPort());
    }

    private void bind(String call, Identifier id, InetAddress address, int wanted) {
        CmPort port = address.isAnyLocalAddress() ? null : portOf(id, address);
        if (port == null && !address.isAnyLocalAddress()) {
            throw Failures.of(
                    call, address, Errno.EADDRNOTAVAIL, "no port of this host has it; they have " + host.addresses());
        }
        int number = host.services.claim(id, address, wanted);
        id.bind(new InetSocketAddress(address, number), port);
        id.stage = Identifier.Stage.BOUND;
    }

    private @Nullable CmPort portOf(Identifier id, InetAddress address) {
        return id.ib ? host.portOf(IpAddresses.gid(address)) : host.portOf(address);
    }

    /** Returns the IP address, or that with the bits of the GID and the port of an address of InfiniBand. */
    private static InetSocketAddress address(String call, Identifier id, SocketAddress address) {
        if (address instanceof IbSocketAddress ib) {
            int port = (int) (ib.serviceId() & ib.serviceIdMask()) & PORT;
            long claimed = new Request.Service(id.space, port).id();
            if (((claimed ^ ib.serviceId()) & ib.serviceIdMask()) != 0) {
                throw Failures.of(
                        call,
                        address,
                        Errno.EPROTONOSUPPORT,
                        "the service ID is not of port space " + id.space.text() + "; use IbSocketAddress.of");
            }
            return new InetSocketAddress(IpAddresses.of(ib.gid()), port);
        }
        InetSocketAddress found = (InetSocketAddress) address;
        if (found.isUnresolved()) {
            throw Failures.of(
                    call, address, Errno.EINVAL, "the address is unresolved; resolve the name with addressInfo");
        }
        return found;
    }

    void resolve(Identifier id, @Nullable SocketAddress source, SocketAddress destination, int timeoutMillis) {
        if (id.stage != Identifier.Stage.NEW && id.stage != Identifier.Stage.BOUND) {
            throw Failures.state(RESOLVE_ADDRESS, id, "be new or bound");
        }
        InetSocketAddress peer = address(RESOLVE_ADDRESS, id, destination);
        InetSocketAddress from = source == null ? null : address(RESOLVE_ADDRESS, id, source);
        if (id.stage == Identifier.Stage.NEW
                && source != null
                && from != null
                && !from.getAddress().isAnyLocalAddress()) {
            bind(RESOLVE_ADDRESS, id, source);
        }
        if (id.stage == Identifier.Stage.BOUND && id.ib != destination instanceof IbSocketAddress) {
            throw Failures.of(RESOLVE_ADDRESS, destination, Errno.EINVAL, "the identifier is bound to " + id.local);
        }
        id.use(destination);
        InetAddress to = peer.getAddress();
        leaveBy(id, to, from == null ? 0 : from.getPort());
        id.peer = peer;
        id.stage = Identifier.Stage.RESOLVING_ADDRESS;
        long deadline = host.timeline.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        host.timeline.after(0, () -> look(id, to, deadline));
    }

    private void leaveBy(Identifier id, InetAddress to, int port) {
        InetSocketAddress local = id.local;
        if (local != null && IpAddresses.isWide(local.getAddress()) != IpAddresses.isWide(to)) {
            throw Failures.of(RESOLVE_ADDRESS, to, Errno.EINVAL, "the identifier is bound to " + local);
        }
        CmPort way = id.port != null ? id.port : id.ib ? host.portTo(IpAddresses.gid(to), id.pKey) : wayTo(to);
        if (way == null || !way.isActive()) {
            throw Failures.of(RESOLVE_ADDRESS, to, Errno.ENODEV, "no active port of this host reaches it");
        }
        InetAddress from = id.ib ? IpAddresses.of(way.gid()) : ipAddress(way, to);
        if (local == null) {
            bind(RESOLVE_ADDRESS, id, from, port);
        } else if (local.getAddress().isAnyLocalAddress()) {
            id.bind(new InetSocketAddress(from, local.getPort()), way);
        }
    }

    private InetAddress ipAddress(CmPort way, InetAddress to) {
        return host.portOf(to) == way ? to : IpAddresses.isWide(to) ? way.linkLocal() : way.ipv4();
    }

    /** Returns the port that reaches an address; for an address of this host, the port that has it. */
    private @Nullable CmPort wayTo(InetAddress to) {
        CmPort own = host.portOf(to);
        if (own != null) {
            return own;
        }
        if (!to.isMulticastAddress() && !IpAddresses.isWithin(to)) {
            throw Failures.of(
                    RESOLVE_ADDRESS, to, Errno.ENETUNREACH, "the ports of this fabric are in 10.0.0.0/8 and fe80::/64");
        }
        return host.activePort();
    }

    private void look(Identifier id, InetAddress to, long deadline) {
        if (id.stage != Identifier.Stage.RESOLVING_ADDRESS) {
            return;
        }
        Timeline timeline = host.timeline;
        Gid gid = id.ib ? IpAddresses.gid(to) : gidOf(to);
        long left = deadline - timeline.nanoTime();
        if (gid != null || to.isMulticastAddress()) {
            id.peerGid = gid;
            id.stage = Identifier.Stage.ADDRESS_RESOLVED;
            id.report(Channel.Event.of(id, CmEventType.ADDRESS_RESOLVED, 0));
        } else if (left > 0) {
            timeline.after(Math.min(left, ASK_AGAIN_NANOS), () -> look(id, to, deadline));
        } else {
            id.stage = Identifier.Stage.BOUND;
            id.report(Channel.Event.of(id, CmEventType.ADDRESS_ERROR, -Errno.ETIMEDOUT));
        }
    }

    private @Nullable Gid gidOf(InetAddress address) {
        CmPort own = host.portOf(address);
        return own != null ? own.gid() : host.network.neighbour(address);
    }

    void resolveRoute(Identifier id, int timeoutMillis) {
        CmPort port = id.port;
        Gid to = id.peerGid;
        if (id.stage != Identifier.Stage.ADDRESS_RESOLVED || port == null || to == null) {
            throw Failures.state("rdma_resolve_route", id, "have the address of another port resolved, and no route");
        }
        id.stage = Identifier.Stage.RESOLVING_ROUTE;
        PathRecord wanted = new PathRecord()
                .dgid(to)
                .sgid(port.gid())
                .pKey(port.partition(id.pKeyIndex(port)))
                .numbPath(1)
                .reversible(1);
        // The result must not be reported before this call returns.
        host.timeline.after(
                0,
                () -> host.administration.ask(
                        port,
                        MadMethod.GET,
                        wanted,
                        PATH | service(id, wanted),
                        timeoutMillis,
                        path -> found(id, port, path),
                        errno -> failed(id, errno)));
    }

    void route(Identifier id, PathRecord path) {
        CmPort port = id.port;
        if (id.stage != Identifier.Stage.ADDRESS_RESOLVED || port == null) {
            throw Failures.state("rdma_set_option", id, "have the address of another port resolved, and no route");
        }
        id.stage = Identifier.Stage.RESOLVING_ROUTE;
        host.timeline.after(0, () -> found(id, port, path));
    }

    /** Requests a type of service, which is the traffic class of an IPv6 path and the QoS class of an IPv4 path. */
    private static long service(Identifier id, PathRecord wanted) {
        if (!id.options.has(CmOption.TYPE_OF_SERVICE)) {
            return 0;
        }
        int type = id.options.get(CmOption.TYPE_OF_SERVICE);
        InetSocketAddress local = id.local;
        if (local != null && IpAddresses.isWide(local.getAddress())) {
            wanted.trafficClass(type);
            return TRAFFIC_CLASS;
        }
        wanted.qosClass(type);
        return QOS_CLASS;
    }

    private static void found(Identifier id, CmPort port, PathRecord path) {
        if (id.stage == Identifier.Stage.RESOLVING_ROUTE) {
            id.way = CmPath.of(port, path);
            id.stage = Identifier.Stage.ROUTE_RESOLVED;
            id.report(Channel.Event.of(id, CmEventType.ROUTE_RESOLVED, 0));
        }
    }

    private static void failed(Identifier id, int errno) {
        if (id.stage == Identifier.Stage.RESOLVING_ROUTE) {
            id.stage = Identifier.Stage.ADDRESS_RESOLVED;
            id.report(Channel.Event.of(id, CmEventType.ROUTE_ERROR, -errno));
        }
    }
}
