package io.verbena.diag.link;

import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The links of a node.
 *
 * @param guid the GUID of the node
 * @param type the type of the node
 * @param name the name of the node
 * @param links the links of its ports by number; port 0 of a switch has none
 */
public record NodeLinks(Guid guid, NodeType type, String name, List<PortLink> links) {
    /** Copies the list. */
    public NodeLinks {
        links = List.copyOf(links);
    }

    /**
     * The link of a port as that port reports it.
     *
     * @param from the port
     * @param to the remote port; null if there is none, or it was not discovered
     * @param state the logical state
     * @param physicalState the physical state
     * @param width the active width
     * @param speed the active speed of a lane
     * @param possibleWidth a greater width that both ends support; null if there is none
     * @param possibleSpeed a higher speed that both ends support; null if there is none
     * @param hoqLife the head-of-queue lifetime of packets, 4.096 us * 2^hoqLife
     * @param vlStallCount the number of packets that exceed this lifetime before a lane stalls
     */
    public record PortLink(
            LinkEnd from,
            @Nullable LinkEnd to,
            PortState state,
            PortPhysicalState physicalState,
            LinkWidth width,
            LaneSpeed speed,
            @Nullable LinkWidth possibleWidth,
            @Nullable LaneSpeed possibleSpeed,
            int hoqLife,
            int vlStallCount) {

        /** Returns whether the link is down. */
        public boolean isDown() {
            return state == PortState.DOWN;
        }
    }

    /**
     * One end of a link.
     *
     * @param node the GUID of the node
     * @param type the type of the node
     * @param name the name of the node
     * @param guid the GUID of the port, which all ports of a switch share
     * @param lid the LID of the port
     * @param port the port number
     * @param externalPort the external port number of the chassis; null if it is unknown
     */
    public record LinkEnd(
            Guid node,
            NodeType type,
            String name,
            Guid guid,
            Lid lid,
            int port,
            @Nullable Integer externalPort) {}
}
