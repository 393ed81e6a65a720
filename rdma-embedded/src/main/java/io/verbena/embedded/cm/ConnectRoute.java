package io.verbena.embedded.cm;

import java.net.InetSocketAddress;

/**
 * The route of a request.
 *
 * @param port the port that sends the request
 * @param way the path to the peer
 * @param service the service ID
 * @param header the addresses that precede the private data
 */
record ConnectRoute(CmPort port, CmPath way, long service, IpHeader header) {

    /**
     * Returns the route of an identifier that is about to connect.
     *
     * @throws io.verbena.error.SysException if the route is not resolved
     */
    static ConnectRoute of(Identifier id) {
        CmPort port = id.port;
        CmPath way = id.way;
        InetSocketAddress local = id.local;
        InetSocketAddress peer = id.peer;
        if (id.stage != Identifier.Stage.ROUTE_RESOLVED
                || way == null
                || port == null
                || local == null
                || peer == null) {
            throw Failures.state("rdma_connect", id, "have a route resolved");
        }
        long service = new Request.Service(id.space, peer.getPort()).id();
        return new ConnectRoute(
                port, way, service, new IpHeader(local.getAddress(), local.getPort(), peer.getAddress()));
    }
}
