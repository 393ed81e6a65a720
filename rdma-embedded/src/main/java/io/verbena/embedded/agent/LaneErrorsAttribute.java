package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.PortExtendedSpeedsCounters;
import java.util.List;

/** PortExtendedSpeedsCounters, IBA 16.1.4.12, in the form that goes with the error correction of the link. */
final class LaneErrorsAttribute implements Attribute {
    private final Attribute fdr;
    private final Attribute rs;

    LaneErrorsAttribute(Attribute fdr, Attribute rs) {
        this.fdr = fdr;
        this.rs = rs;
    }

    @Override
    public int get(Node node, Packet packet, Port arrival) {
        return form(node, packet).get(node, packet, arrival);
    }

    @Override
    public int set(Node node, Packet packet, Port arrival) {
        return form(node, packet).set(node, packet, arrival);
    }

    private Attribute form(Node node, Packet packet) {
        List<Port> ports = CounterPorts.selected(
                node, packet.attribute(PortExtendedSpeedsCounters.LAYOUT).portSelect());
        if (ports.isEmpty()) {
            return fdr;
        }
        return switch (LaneSpeed.active(ports.get(0).info())) {
            case EDR, HDR, NDR, XDR -> rs;
            default -> fdr;
        };
    }
}
