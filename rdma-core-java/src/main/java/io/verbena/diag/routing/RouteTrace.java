package io.verbena.diag.routing;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way that packets take between two ports.
 *
 * @param from where they come from
 * @param hops the nodes that they reach, the destination last; none where the way ends where it begins
 * @param to where they go
 * @param group the LID of the multicast group; null for packets to one destination
 */
public record RouteTrace(
        End from, List<Hop> hops, End to, @Nullable Lid group) {

    /**
     * One end of the way.
     *
     * @param type of the node
     * @param guid of the node
     * @param port its number; 0 for a switch
     * @param lids how many LIDs the port has, from the first on
     * @param name of the node
     */
    public record End(NodeType type, Guid guid, int port, Lid lid, int lids, String name) {
        /** The last of its LIDs. */
        public int lastLid() {
            return lid.bits() + lids - 1;
        }
    }

    /**
     * A node on the way.
     *
     * @param exit the port by which packets leave the node before
     * @param type of the node
     * @param guid of the node
     * @param portGuid of the port that they come in by; of a switch the GUID of its port 0
     * @param port that they come in by
     * @param lid the first LID by which the node is addressed
     * @param lids how many there are
     * @param name of the node
     */
    public record Hop(int exit, NodeType type, Guid guid, Guid portGuid, int port, Lid lid, int lids, String name) {
        /** The last of its LIDs. */
        public int lastLid() {
            return lid.bits() + lids - 1;
        }
    }
}
