package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.embedded.time.Timeline;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SmState;
import java.util.concurrent.TimeUnit;

/**
 * SMInfo, IBA 14.2.5.13, of the subnet manager that the fabric is said to have: it is master, and was active once a second.
 * It gives nothing up, so that a handover is refused.
 */
final class SmInfoAttribute implements Attribute {
    private static final int MASK = 0x7fffffff;

    private final Timeline timeline;
    private final long start;

    SmInfoAttribute(Timeline timeline) {
        this.timeline = timeline;
        this.start = timeline.nanoTime();
    }

    @Override
    public int get(Node node, Packet packet, Port arrival) {
        packet.attribute(new SmInfo()
                .guid(arrival.guid())
                .activityCount(1 + TimeUnit.NANOSECONDS.toSeconds(timeline.nanoTime() - start) & MASK)
                .state(SmState.MASTER));
        return Status.OK;
    }

    @Override
    public int set(Node node, Packet packet, Port arrival) {
        return Status.INVALID_VALUE;
    }
}
