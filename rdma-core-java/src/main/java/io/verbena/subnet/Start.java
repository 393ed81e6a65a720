package io.verbena.subnet;

import io.verbena.iba.NodeInfo;
import io.verbena.path.DirectedPath;
import io.verbena.path.Path;
import java.util.stream.IntStream;

/**
 * Start of a discovery, and the continuation of routes from there.
 *
 * @param path path to the start
 * @param turnsBack whether the start is a port of a channel adapter, which does not forward: routes then continue from
 *     the node before it
 */
record Start(Path path, boolean turnsBack) {
    static final Start HERE = new Start(DirectedPath.self(), false);

    /** Returns a start whose node type is not known yet. */
    static Start at(Path path) {
        return new Start(path, false);
    }

    /**
     * Returns this start as a channel adapter or router: a directed route ends there, but one that begins there can
     * leave it.
     */
    Start atAdapter() {
        return new Start(path, path instanceof DirectedPath directed && directed.hops() > 0);
    }

    int room() {
        return DirectedPath.MAX_HOPS - (path instanceof DirectedPath directed ? directed.hops() : 0);
    }

    Path to(DirectedPath route) {
        return turnsBack && route.hops() > 0
                ? part((DirectedPath) path, 0, -1).then(part(route, 1, 0))
                : path.then(route);
    }

    /**
     * Returns the NodeInfo of a node that was met on a route from this start. If routes turn back, the first node was
     * not reached through the link that leads to it, and its port is known from the path to the start.
     */
    NodeInfo seen(NodeInfo info, DirectedPath route) {
        return turnsBack && route.hops() == 1 && path instanceof DirectedPath directed
                ? NodeInfo.LAYOUT.copy(info).localPortNum(directed.port(directed.hops() - 1))
                : info;
    }

    private static DirectedPath part(DirectedPath path, int from, int end) {
        return DirectedPath.of(
                IntStream.range(from, path.hops() + end).map(path::port).toArray());
    }
}
