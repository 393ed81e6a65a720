package io.verbena.topology;

import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.VirtualLanes;
import java.util.Optional;

/**
 * A port of a node.
 *
 * @param number port number, from 1
 * @param guid port GUID of a channel adapter or router; zero for a switch, or if the text omits it
 * @param lid LID of a channel adapter or router, else 0
 * @param lmc LMC of a channel adapter or router
 * @param width active width of the link
 * @param speed active speed of the link
 * @param virtualLanes data virtual lanes
 * @param peer other end of the link; empty without a link
 */
public record TopologyPort(
        int number,
        Guid guid,
        int lid,
        int lmc,
        LinkWidth width,
        LaneSpeed speed,
        VirtualLanes virtualLanes,
        Optional<Peer> peer) {

    /**
     * The other end of a link.
     *
     * @param nodeId ID of the node
     * @param port port number
     */
    public record Peer(String nodeId, int port) {}
}
