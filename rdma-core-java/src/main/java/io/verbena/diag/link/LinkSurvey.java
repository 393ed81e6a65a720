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
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

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

    /** The capabilities of a link, which both of its ends support (IBA 14.2.5.6). */
    private static final class LinkAbility {
        private LinkAbility() {}

        /** Returns a width that both ends support and that is greater than the active width. */
        static Optional<LinkWidth> wider(Port port, Port peer) {
            Optional<PortInfo> near = port.info();
            Optional<PortInfo> far = peer.info();
            if (near.isEmpty() || far.isEmpty()) {
                return Optional.empty();
            }
            Set<LinkWidth> common = EnumSet.copyOf(near.get().linkWidthSupported());
            common.retainAll(far.get().linkWidthSupported());
            return common.stream()
                    .max(Comparator.comparingInt(LinkRate::lanes))
                    .filter(best -> LinkRate.lanes(best) > LinkRate.lanes(port.width()));
        }

        /** Returns a speed that both ends support and that is higher than the active speed. */
        static Optional<LaneSpeed> faster(Port port, Port peer) {
            Optional<PortInfo> near = port.info();
            Optional<PortInfo> far = peer.info();
            if (near.isEmpty() || far.isEmpty()) {
                return Optional.empty();
            }
            Set<LaneSpeed> common = speeds(near.get());
            common.retainAll(speeds(far.get()));
            // The constants are in the order of the speeds; FDR10 is not part of the standard attributes.
            return common.stream()
                    .max(Comparator.naturalOrder())
                    .filter(best -> best.compareTo(port.speed()) > 0 && port.speed() != LaneSpeed.FDR10);
        }

        private static Set<LaneSpeed> speeds(PortInfo info) {
            Set<LaneSpeed> speeds = EnumSet.noneOf(LaneSpeed.class);
            info.linkSpeedSupported().forEach(speed -> {
                switch (speed) {
                    case SDR -> speeds.add(LaneSpeed.SDR);
                    case DDR -> speeds.add(LaneSpeed.DDR);
                    case QDR -> speeds.add(LaneSpeed.QDR);
                    case EXTENDED, UNKNOWN -> {}
                }
            });
            info.linkSpeedExtSupported().forEach(speed -> {
                switch (speed) {
                    case FDR -> speeds.add(LaneSpeed.FDR);
                    case EDR -> speeds.add(LaneSpeed.EDR);
                    case HDR -> speeds.add(LaneSpeed.HDR);
                    case NDR -> speeds.add(LaneSpeed.NDR);
                    case NONE, UNKNOWN -> {}
                }
            });
            if (!info.linkSpeedExtSupported2().isEmpty()) {
                speeds.add(LaneSpeed.XDR);
            }
            return speeds;
        }
    }
}
