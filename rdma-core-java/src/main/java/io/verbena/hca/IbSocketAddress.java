package io.verbena.hca;

import io.verbena.error.Ranges;
import io.verbena.iba.Gid;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * An address of InfiniBand for the RDMA CM: a port by its GID, and a service by its ID (family {@code AF_IB}, {@code struct
 * sockaddr_ib} of rdma_cm(7)). It needs no IP addresses. A connection between two such addresses carries only the private data
 * of the application, where one between IP addresses also carries the addresses. Linux sets the first byte of the private data
 * of a request to 0, as it does in the header with these addresses. Immutable.
 *
 * <p>Linux takes the GID of a port on InfiniBand only: on RoCE, binding to it and resolving a path to it fail with ENODEV,
 * and the clients of a server that listens at all ports are rejected.
 */
public final class IbSocketAddress extends SocketAddress {
    private static final long serialVersionUID = 1;

    private static final int DEFAULT_PARTITION = 0xffff;
    private static final int PORT = 0xffff;
    private static final int PORT_BITS = 16;
    private static final long PORT_SPACE = 0xffff_ffff_ffff_0000L;

    private final long prefix;
    private final long interfaceId;
    private final int pKey;
    private final long serviceId;
    private final long serviceIdMask;

    /**
     * Creates an address.
     *
     * @param gid the GID of a port or of a multicast group; {@link Gid#ZERO} to bind to all ports of this host
     * @param pKey the P_Key of the partition, 0 to 0xffff
     * @param serviceId the service ID
     * @param serviceIdMask the bits of the service ID that are given; the connection manager chooses the others when it binds
     * @throws IllegalArgumentException if the P_Key is out of range
     */
    public IbSocketAddress(Gid gid, int pKey, long serviceId, long serviceIdMask) {
        Ranges.check("P_Key", pKey, 0, DEFAULT_PARTITION);
        this.prefix = gid.prefix();
        this.interfaceId = gid.interfaceId();
        this.pKey = pKey;
        this.serviceId = serviceId;
        this.serviceIdMask = serviceIdMask;
    }

    /**
     * Returns an address in the default partition whose service ID consists of a port space and a port, as that of an IP
     * address does (IBA A11.2; rdma_getaddrinfo(3) with {@code AF_IB}).
     *
     * @param gid the GID of a port; {@link Gid#ZERO} to bind to all ports of this host
     * @param port the port, 0 to 65535; 0 for a free port
     * @throws IllegalArgumentException if the port is out of range
     */
    public static IbSocketAddress of(Gid gid, PortSpace space, int port) {
        Ranges.check("port", port, 0, PORT);
        long id = (long) space.code() << PORT_BITS | port;
        return new IbSocketAddress(gid, DEFAULT_PARTITION, id, port == 0 ? PORT_SPACE : -1);
    }

    /** Returns an address without a service, such as that of a multicast group or of a local port. */
    public static IbSocketAddress of(Gid gid) {
        return new IbSocketAddress(gid, DEFAULT_PARTITION, 0, 0);
    }

    /** Returns the GID. */
    public Gid gid() {
        return new Gid(prefix, interfaceId);
    }

    /** Returns the P_Key. */
    public int pKey() {
        return pKey;
    }

    /** Returns the service ID. */
    public long serviceId() {
        return serviceId;
    }

    /** Returns the bits of the service ID that are given. */
    public long serviceIdMask() {
        return serviceIdMask;
    }

    /** Returns the port, the low 16 bits of the service ID (rdma_get_src_port(3)). */
    public int port() {
        return (int) serviceId & PORT;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IbSocketAddress address
                && address.prefix == prefix
                && address.interfaceId == interfaceId
                && address.pKey == pKey
                && address.serviceId == serviceId
                && address.serviceIdMask == serviceIdMask;
    }

    @Override
    public int hashCode() {
        return gid().hashCode() * 31 + Long.hashCode(serviceId);
    }

    /** Returns GID, service ID, if there is one, and P_Key: {@code fe80::2:c903:0:1491 service 0x1061d2f P_Key 0xffff}. */
    @Override
    public String toString() {
        String service = serviceId == 0 ? "" : String.format(" service 0x%x", serviceId);
        return String.format("%s%s P_Key 0x%04x", gid(), service, pKey);
    }
}
