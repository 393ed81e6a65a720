package io.verbena.diag;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.topology.Topology;
import java.util.List;

/**
 * A one-line summary of a node.
 *
 * @param type the type of the node
 * @param guid the GUID of the node
 * @param ports the number of ports
 * @param name the name of the node
 * @param lid the LID of port 0 of a switch; 0 for other nodes, whose ports have LIDs of their own
 * @param lmc the LMC of port 0 of a switch; 0 for other nodes
 * @param enhanced whether port 0 of a switch is an enhanced switch port
 */
public record NodeSummary(NodeType type, Guid guid, int ports, String name, int lid, int lmc, boolean enhanced) {

    /** Returns the nodes of a type in the order of the subnet. */
    public static List<NodeSummary> of(Subnet subnet, NodeType type, NodeNameMap names) {
        return subnet.nodes(type).stream().map(node -> of(node, names)).toList();
    }

    /** Returns the nodes of a type in the order of a topology file of ibnetdiscover. */
    public static List<NodeSummary> of(Topology topology, NodeType type) {
        return topology.nodes().stream()
                .filter(node -> node.type() == type)
                .map(node -> new NodeSummary(
                        type,
                        node.nodeGuid(),
                        node.numPorts(),
                        node.description(),
                        node.portZeroLid(),
                        node.portZeroLmc(),
                        node.enhancedPortZero()))
                .toList();
    }

    private static NodeSummary of(Node node, NodeNameMap names) {
        boolean enhanced =
                node.switchInfo().map(info -> info.enhancedPort0() != 0).orElse(false);
        return new NodeSummary(
                node.type(),
                node.guid(),
                node.info().numPorts(),
                names.nameOf(node),
                node.isSwitch() ? node.port(0).map(port -> port.lid().bits()).orElse(0) : 0,
                node.isSwitch() ? node.port(0).map(Port::lmc).orElse(0) : 0,
                enhanced);
    }
}
