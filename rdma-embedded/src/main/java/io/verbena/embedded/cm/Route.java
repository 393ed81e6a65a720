package io.verbena.embedded.cm;

import java.net.InetSocketAddress;

/**
 * How an identifier asks the other side, once it has a route resolved.
 *
 * @param port where the question leaves
 * @param way the path from there
 * @param service what it asks for
 * @param header the addresses of both, for in front of the private data
 */
record Route(CmPort port, Way way, long service, IpHeader header) {

    /**
     * That of an identifier which is about to connect.
     *
     * @throws io.verbena.error.SysException if it has none
     */
    static Route of(Identifier id) {
        CmPort port = id.port();
        Way way = id.way();
        InetSocketAddress local = id.local();
        InetSocketAddress peer = id.peer();
        if (id.stage() != Stage.ROUTE_RESOLVED || way == null || port == null || local == null || peer == null) {
            throw Failures.state("rdma_connect", id, "have a route resolved");
        }
        long service = new Request.Service(id.space(), peer.getPort()).id();
        return new Route(port, way, service, new IpHeader(local.getAddress(), local.getPort(), peer.getAddress()));
    }
}
