package io.verbena.subnet;

import io.verbena.iba.NodeInfo;
import io.verbena.path.DirectedPath;
import io.verbena.path.Path;
import java.util.stream.IntStream;

/**
 * Where a subnet is seen from, and how packets of this end port go on from there.
 *
 * @param path the way to it
 * @param turnsBack whether packets turn back there: what ends at the port of a channel adapter cannot go on through it, so
 *     that the way on begins one node before
 */
record Start(Path path, boolean turnsBack) {
    /** The end port itself. */
    static final Start HERE = new Start(DirectedPath.self(), false);

    /** A start that is not known yet to be a channel adapter. */
    static Start at(Path path) {
        return new Start(path, false);
    }

    /** The same where an adapter or router was met: a directed route ends there, but one that begins there leaves it. */
    Start atAdapter() {
        return new Start(path, path instanceof DirectedPath directed && directed.hops() > 0);
    }

    /** The longest directed route that can go on from here. */
    int room() {
        return DirectedPath.MAX_HOPS - (path instanceof DirectedPath directed ? directed.hops() : 0);
    }

    /** From the end port to where this way from the start leads. */
    Path to(DirectedPath way) {
        return turnsBack && way.hops() > 0 ? part((DirectedPath) path, 0, -1).then(part(way, 1, 0)) : path.then(way);
    }

    /**
     * What a node said that was met on this way. Where packets turn back, the first node was not come to over the link that
     * leads to it, but the way to the start tells the port of that link.
     */
    NodeInfo seen(NodeInfo info, DirectedPath way) {
        return turnsBack && way.hops() == 1 && path instanceof DirectedPath directed
                ? NodeInfo.LAYOUT.copy(info).localPortNum(directed.port(directed.hops() - 1))
                : info;
    }

    private static DirectedPath part(DirectedPath path, int from, int end) {
        return DirectedPath.of(
                IntStream.range(from, path.hops() + end).map(path::port).toArray());
    }
}
