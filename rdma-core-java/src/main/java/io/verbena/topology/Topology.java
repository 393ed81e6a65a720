package io.verbena.topology;

import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.NodeType;
import io.verbena.iba.VirtualLanes;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Nodes and the links between them. Immutable. Each link appears at both of its ends.
 *
 * @param nodes the nodes in the order of the text
 */
public record Topology(List<TopologyNode> nodes) {

    /**
     * Creates a topology.
     *
     * @throws IllegalArgumentException if two nodes share an ID, or a link ends at a port that does not link back
     */
    public Topology {
        nodes = List.copyOf(nodes);
        Map<String, TopologyNode> byId = new HashMap<>(2 * nodes.size());
        for (TopologyNode node : nodes) {
            if (byId.put(node.id(), node) != null) {
                throw new IllegalArgumentException("two nodes have the id \"" + node.id() + "\"");
            }
        }
        for (TopologyNode node : nodes) {
            for (TopologyPort port : node.ports().values()) {
                TopologyPort.Peer peer = port.peer().orElse(null);
                if (peer != null && !leads(byId.get(peer.nodeId()), peer.port(), node, port)) {
                    throw new IllegalArgumentException(
                            "port " + port.number() + " of \"" + node.id() + "\" leads to port " + peer.port()
                                    + " of \"" + peer.nodeId() + "\", which does not link back");
                }
            }
        }
    }

    private static boolean leads(@Nullable TopologyNode from, int number, TopologyNode to, TopologyPort port) {
        TopologyPort end = from == null ? null : from.ports().get(number);
        TopologyPort.Peer peer = end == null ? null : end.peer().orElse(null);
        return peer != null && peer.port() == port.number() && peer.nodeId().equals(to.id());
    }

    /** Returns the node with this ID. */
    public Optional<TopologyNode> node(String id) {
        return nodes.stream().filter(node -> node.id().equals(id)).findFirst();
    }

    /**
     * A node of a topology.
     *
     * @param id ID by which links refer to the node, {@code S-0002c90200000000}
     * @param type type of the node
     * @param numPorts number of ports, without port 0 of a switch
     * @param vendorId vendor ID, 24 bits
     * @param deviceId device ID, 16 bits
     * @param systemImageGuid system image GUID; zero if the text omits it
     * @param nodeGuid node GUID; zero if the text omits it
     * @param portZeroGuid port GUID of a switch; zero for other nodes, or if the text omits it
     * @param description NodeDescription
     * @param enhancedPortZero whether a switch has an enhanced port 0
     * @param portZeroLid LID of a switch; 0 for other nodes, or if the text omits it
     * @param portZeroLmc LMC of a switch
     * @param ports ports in the text, by number
     */
    public record TopologyNode(
            String id,
            NodeType type,
            int numPorts,
            int vendorId,
            int deviceId,
            Guid systemImageGuid,
            Guid nodeGuid,
            Guid portZeroGuid,
            String description,
            boolean enhancedPortZero,
            int portZeroLid,
            int portZeroLmc,
            SortedMap<Integer, TopologyPort> ports) {

        /** Copies the ports. */
        public TopologyNode {
            ports = Collections.unmodifiableSortedMap(new TreeMap<>(ports));
        }

        /** Returns the port with this number. */
        public Optional<TopologyPort> port(int number) {
            return Optional.ofNullable(ports.get(number));
        }
    }

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
}
