package io.verbena.diag.link;

import io.verbena.diag.link.NodeLinks.LinkEnd;
import io.verbena.diag.link.NodeLinks.PortLink;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkRate;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.chassis.ChassisGrouping;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;

/** Examines the links of a subnet. Immutable. */
public final class LinkSurvey {
    private final NodeNameMap names;
    private final ChassisGrouping chassis;

    /** Creates a survey of the links of a subnet. */
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
        Optional<PortInfo> far = peer.flatMap(Port::info);
        return new PortLink(
                end(port),
                peer.map(this::end).orElse(null),
                port.state(),
                info.map(PortInfo::portPhysicalState).orElse(PortPhysicalState.UNKNOWN),
                port.width(),
                port.speed(),
                info.flatMap(near -> far.flatMap(other -> wider(near, other, port.width())))
                        .orElse(null),
                info.flatMap(near -> far.flatMap(other -> faster(near, other, port.speed())))
                        .orElse(null),
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

    /** Returns a width that both ends support and that is greater than the active width (IBA 14.2.5.6). */
    private static Optional<LinkWidth> wider(PortInfo near, PortInfo far, LinkWidth active) {
        return near.linkWidthSupported().stream()
                .filter(far.linkWidthSupported()::contains)
                .max(Comparator.comparingInt(LinkRate::lanes))
                .filter(best -> LinkRate.lanes(best) > LinkRate.lanes(active));
    }

    private static Optional<LaneSpeed> faster(PortInfo near, PortInfo far, LaneSpeed active) {
        Set<LaneSpeed> common = LaneSpeed.supported(near);
        common.retainAll(LaneSpeed.supported(far));
        // The constants are in the order of the speeds; FDR10 is not part of the standard attributes.
        return common.stream()
                .max(Comparator.naturalOrder())
                .filter(best -> best.compareTo(active) > 0 && active != LaneSpeed.FDR10);
    }
}
