package io.verbena.diag.link;

import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.chassis.ChassisGrouping;
import java.util.Optional;

/** Examines the links of a subnet. Immutable. */
public final class LinkSurvey {
    private final NodeNameMap names;
    private final ChassisGrouping chassis;

    /**
     * Creates a survey of the links of a subnet.
     *
     * @param subnet the subnet
     * @param names the names of its nodes
     */
    public LinkSurvey(Subnet subnet, NodeNameMap names) {
        this.names = names;
        this.chassis = ChassisGrouping.of(subnet);
    }

    /** Returns the name of a node. */
    public String nameOf(Node node) {
        return names.nameOf(node);
    }

    /** Returns the links of a node. */
    public NodeLinks of(Node node) {
        return new NodeLinks(
                node.guid(),
                node.type(),
                names.nameOf(node),
                node.ports().stream()
                        .filter(port -> port.number() != 0)
                        .map(this::of)
                        .toList());
    }

    /** Returns the link of a port. */
    public PortLink of(Port port) {
        Optional<Port> peer = port.peer();
        Optional<PortInfo> info = port.info();
        return new PortLink(
                end(port),
                peer.map(this::end).orElse(null),
                port.state(),
                info.map(PortInfo::portPhysicalState).orElse(PortPhysicalState.UNKNOWN),
                port.width(),
                port.speed(),
                peer.flatMap(other -> LinkAbility.wider(port, other)).orElse(null),
                peer.flatMap(other -> LinkAbility.faster(port, other)).orElse(null),
                info.map(PortInfo::hoqLife).orElse(0),
                info.map(PortInfo::vlStallCount).orElse(0));
    }

    private LinkEnd end(Port port) {
        Node node = port.node();
        return new LinkEnd(
                node.guid(),
                node.type(),
                names.nameOf(node),
                port.guid(),
                port.lid(),
                port.number(),
                chassis.externalPort(port).orElse(null));
    }
}
