package io.verbena.subnet;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.VirtualLanes;
import io.verbena.topology.Topology;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.Topology.TopologyPort;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Converts a subnet to a topology. */
public final class SubnetTopology {
    private final NodeNameMap names;
    private final Map<Node, String> ids = new HashMap<>();

    private SubnetTopology(NodeNameMap names) {
        this.names = names;
    }

    /** Returns nodes and links of a subnet, with the names of a map. */
    public static Topology of(Subnet subnet, NodeNameMap names) {
        SubnetTopology topology = new SubnetTopology(names);
        return new Topology(subnet.nodes().stream().map(topology::node).toList());
    }

    private TopologyNode node(Node node) {
        NodeInfo info = node.info();
        SortedMap<Integer, TopologyPort> ports = new TreeMap<>();
        for (Port port : node.ports()) {
            if (port.number() != 0) {
                ports.put(port.number(), port(port));
            }
        }
        Optional<Port> zero = node.isSwitch() ? node.port(0) : Optional.empty();
        return new TopologyNode(
                known(node),
                node.type(),
                info.numPorts(),
                info.vendorId(),
                info.deviceId(),
                info.systemImageGuid(),
                node.guid(),
                node.isSwitch() ? info.portGuid() : Guid.ZERO,
                names.nameOf(node),
                node.switchInfo().map(SwitchInfo::enhancedPort0).orElse(0) != 0,
                zero.map(port -> port.lid().bits()).orElse(0),
                zero.map(Port::lmc).orElse(0),
                ports);
    }

    private TopologyPort port(Port port) {
        boolean addressed = !port.node().isSwitch();
        return new TopologyPort(
                port.number(),
                addressed ? port.guid() : Guid.ZERO,
                addressed ? port.lid().bits() : 0,
                addressed ? port.lmc() : 0,
                port.width(),
                port.speed(),
                port.info().map(PortInfo::vlCap).orElse(VirtualLanes.UNKNOWN),
                port.peer().map(peer -> new TopologyPort.Peer(known(peer.node()), peer.number())));
    }

    /** Returns the ID of a node, which all ends of its links share. */
    private String known(Node node) {
        return ids.computeIfAbsent(node, SubnetTopology::id);
    }

    /** Returns the ID of a node in ibnetdiscover and ibsim, {@code S-0002c90200000000}. */
    public static String id(Node node) {
        String kind = node.type() == NodeType.SWITCH ? "S" : node.type() == NodeType.ROUTER ? "R" : "H";
        return kind + '-' + node.guid().toHex().substring(2);
    }
}
