package io.verbena.diag.routing;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The route of packets between two ports.
 *
 * @param from the source
 * @param hops the nodes of the route, including the destination; empty if the source is the destination
 * @param to the destination
 * @param group the LID of the multicast group; null for unicast packets
 */
public record RouteTrace(
        End from, List<Hop> hops, End to, @Nullable Lid group) {

    /**
     * An end of the route.
     *
     * @param type the type of the node
     * @param guid the GUID of the node
     * @param port the port number; 0 for a switch
     * @param lid the base LID of the port
     * @param lids the number of LIDs of the port
     * @param name the name of the node
     */
    public record End(NodeType type, Guid guid, int port, Lid lid, int lids, String name) {
        /** Returns the last LID of the port. */
        public int lastLid() {
            return lid.bits() + lids - 1;
        }
    }

    /**
     * A node on the route.
     *
     * @param exit the output port of the previous node
     * @param type the type of the node
     * @param guid the GUID of the node
     * @param portGuid the GUID of the input port; of a switch, the GUID of its port 0
     * @param port the input port
     * @param lid the base LID of the node
     * @param lids the number of its LIDs
     * @param name the name of the node
     */
    public record Hop(int exit, NodeType type, Guid guid, Guid portGuid, int port, Lid lid, int lids, String name) {
        /** Returns the last LID of the node. */
        public int lastLid() {
            return lid.bits() + lids - 1;
        }
    }
}
