package io.verbena.subnet.chassis;

import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetTopology;
import io.verbena.topology.Topology.TopologyPort;
import io.verbena.topology.TopologyText.TopologyGrouping;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Converts the chassis of a subnet to a grouping of its topology. */
public final class ChassisTopology {
    private ChassisTopology() {}

    /** Returns the grouping of the {@linkplain SubnetTopology#of topology} of a subnet. */
    public static TopologyGrouping of(Subnet subnet, ChassisGrouping grouping) {
        Map<String, String> places = new HashMap<>();
        Map<TopologyPort.Peer, Integer> externalPorts = new HashMap<>();
        for (Node node : subnet.nodes()) {
            String id = SubnetTopology.id(node);
            grouping.slot(node).ifPresent(slot -> places.put(id, slot.toString()));
            for (Port port : node.ports()) {
                grouping.externalPort(port)
                        .ifPresent(number -> externalPorts.put(new TopologyPort.Peer(id, port.number()), number));
            }
        }
        List<TopologyGrouping.Group> groups = grouping.chassis().stream()
                .map(chassis -> new TopologyGrouping.Group(
                        chassis.number(),
                        chassis.guid(),
                        ids(chassis.spines()),
                        ids(chassis.lines()),
                        ids(chassis.others())))
                .toList();
        return new TopologyGrouping(groups, places, externalPorts);
    }

    private static List<String> ids(List<Node> nodes) {
        return nodes.stream().map(SubnetTopology::id).toList();
    }
}
