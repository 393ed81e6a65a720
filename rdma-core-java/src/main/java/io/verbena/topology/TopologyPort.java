package io.verbena.topology;

import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.VirtualLanes;
import java.util.Optional;

/**
 * One port of a node.
 *
 * @param number from 1
 * @param guid the port GUID of a channel adapter or router; zero on a switch or where the text does not say
 * @param lid the LID of a channel adapter or router, 0 elsewhere or where the text does not say
 * @param lmc the LMC of a channel adapter or router
 * @param width the active width of its link
 * @param speed the active speed of its link
 * @param virtualLanes its data virtual lanes
 * @param peer the other end of its link; empty where there is none
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
     * @param nodeId the id of the node
     * @param port the number of its port
     */
    public record Peer(String nodeId, int port) {}
}
