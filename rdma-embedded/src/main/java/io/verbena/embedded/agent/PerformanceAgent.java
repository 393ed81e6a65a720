package io.verbena.embedded.agent;

import io.verbena.embedded.agent.ClassAgent.Status;
import io.verbena.embedded.node.CounterSet;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.time.Timeline;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Layout;
import io.verbena.iba.PortExtendedSpeedsCounters;
import io.verbena.iba.PortExtendedSpeedsRsFecCounters;
import java.util.List;

/** The agent of performance management (IBA 16.1), with all counter attributes. */
final class PerformanceAgent extends ClassAgent {
    private static final int CLASS_VERSION = 1;
    private static final int ALL_PORT_SELECT = 1 << 8;
    private static final int EXTENDED_WIDTH = 1 << 9;
    private static final int XMIT_WAIT = 1 << 12;
    private static final int RS_FEC = 1 << 14;
    private static final int QP1_DROPPED = 1 << 15;
    private static final int MORE_EXTENDED_COUNTERS = 1 << 1;
    private static final int RESPONSE_TIME = 16;

    private final PortCounterAttribute fdr = new PortCounterAttribute(PortExtendedSpeedsCounters.LAYOUT);
    private final PortCounterAttribute rsFec = new PortCounterAttribute(PortExtendedSpeedsRsFecCounters.LAYOUT);

    PerformanceAgent(Timeline timeline) {
        super(CLASS_VERSION);
        add(ClassPortInfo.LAYOUT, (node, packet, arrival) -> {
            packet.attribute(new ClassPortInfo()
                    .baseVersion(1)
                    .classVersion(CLASS_VERSION)
                    .capabilityMask(ALL_PORT_SELECT | EXTENDED_WIDTH | XMIT_WAIT | RS_FEC | QP1_DROPPED)
                    .capabilityMask2(MORE_EXTENDED_COUNTERS)
                    .respTimeValue(RESPONSE_TIME));
            return Status.OK;
        });
        for (Layout<?> layout : CounterSet.ATTRIBUTES) {
            PortCounterAttribute counters = new PortCounterAttribute(layout);
            add(layout, counters::get, counters::set);
        }
        add(
                PortExtendedSpeedsCounters.LAYOUT,
                (node, packet, arrival) -> laneErrors(node, packet).get(node, packet, arrival),
                (node, packet, arrival) -> laneErrors(node, packet).set(node, packet, arrival));
        new Samples(timeline).addTo(this);
    }

    /** PortExtendedSpeedsCounters (IBA 16.1.4.12), in the format for the error correction of the link. */
    private PortCounterAttribute laneErrors(FabricNode node, MadPacket packet) {
        List<FabricPort> ports = PortCounterAttribute.selected(
                node, packet.attribute(PortExtendedSpeedsCounters.LAYOUT).portSelect());
        if (ports.isEmpty()) {
            return fdr;
        }
        return switch (LaneSpeed.active(ports.get(0).info())) {
            case EDR, HDR, NDR, XDR -> rsFec;
            default -> fdr;
        };
    }
}
