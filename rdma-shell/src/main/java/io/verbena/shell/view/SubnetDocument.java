package io.verbena.shell.view;

import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.path.Path;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A subnet for the structured formats.
 *
 * @param origin the port from which the subnet was discovered
 * @param nodes the nodes, nearest first
 * @param datagrams the number of datagrams that were sent
 * @param failures the failures of the discovery
 */
public record SubnetDocument(End origin, List<NodeJson> nodes, long datagrams, List<String> failures) {

    /** One end of a link. */
    public record End(Guid node, int port) {}

    /** A node. */
    public record NodeJson(
            Guid guid,
            NodeType type,
            String name,
            int ports,
            Guid systemImageGuid,
            int vendorId,
            int deviceId,
            Path path,
            List<PortJson> links) {}

    /** A port that was discovered. */
    public record PortJson(
            int number,
            Guid guid,
            Lid lid,
            int lmc,
            PortState state,
            PortPhysicalState physicalState,
            LinkWidth width,
            LaneSpeed speed,
            @Nullable End peer) {}

    /** Returns a subnet with the names of the map. */
    public static SubnetDocument of(Subnet subnet, NodeNameMap names) {
        return new SubnetDocument(
                end(subnet.origin()),
                subnet.nodes().stream().map(node -> node(node, names)).toList(),
                subnet.datagrams(),
                subnet.failures().stream().map(Throwable::getMessage).toList());
    }

    /** Returns nodes with the names of the map. */
    public static List<NodeJson> nodes(List<Node> nodes, NodeNameMap names) {
        return nodes.stream().map(node -> node(node, names)).toList();
    }

    private static NodeJson node(Node node, NodeNameMap names) {
        return new NodeJson(
                node.guid(),
                node.type(),
                names.nameOf(node),
                node.info().numPorts(),
                node.info().systemImageGuid(),
                node.info().vendorId(),
                node.info().deviceId(),
                node.path(),
                node.ports().stream().map(SubnetDocument::port).toList());
    }

    private static PortJson port(Port port) {
        return new PortJson(
                port.number(),
                port.guid(),
                port.lid(),
                port.lmc(),
                port.state(),
                port.info().map(info -> info.portPhysicalState()).orElse(PortPhysicalState.UNKNOWN),
                port.width(),
                port.speed(),
                port.peer().map(SubnetDocument::end).orElse(null));
    }

    private static End end(Port port) {
        return new End(port.node().guid(), port.number());
    }
}
