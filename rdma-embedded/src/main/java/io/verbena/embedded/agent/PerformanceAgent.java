package io.verbena.embedded.agent;

import io.verbena.embedded.node.CounterSet;
import io.verbena.embedded.time.Timeline;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.Layout;
import io.verbena.iba.PortExtendedSpeedsCounters;
import io.verbena.iba.PortExtendedSpeedsRsFecCounters;
import io.verbena.iba.PortSamplesControl;
import io.verbena.iba.PortSamplesResult;
import io.verbena.iba.PortSamplesResultExtended;

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

    PerformanceAgent(Timeline timeline) {
        super(CLASS_VERSION);
        add(ClassPortInfo.LAYOUT.attributeId(), (node, packet, arrival) -> {
            packet.attribute(new ClassPortInfo()
                    .baseVersion(1)
                    .classVersion(CLASS_VERSION)
                    .capabilityMask(ALL_PORT_SELECT | EXTENDED_WIDTH | XMIT_WAIT | RS_FEC | QP1_DROPPED)
                    .capabilityMask2(MORE_EXTENDED_COUNTERS)
                    .respTimeValue(RESPONSE_TIME));
            return Status.OK;
        });
        for (Layout<?> layout : CounterSet.ATTRIBUTES) {
            add(layout.attributeId(), new PortCounterAttribute(layout));
        }
        add(
                PortExtendedSpeedsCounters.LAYOUT.attributeId(),
                new PortCounterAttribute.LaneErrors(
                        new PortCounterAttribute(PortExtendedSpeedsCounters.LAYOUT),
                        new PortCounterAttribute(PortExtendedSpeedsRsFecCounters.LAYOUT)));
        Samples samples = new Samples(timeline);
        add(PortSamplesControl.LAYOUT.attributeId(), samples.control());
        add(PortSamplesResult.LAYOUT.attributeId(), samples.result());
        add(PortSamplesResultExtended.LAYOUT.attributeId(), samples.extendedResult());
    }
}
