package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.time.Timeline;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SmState;
import java.util.concurrent.TimeUnit;

/**
 * SMInfo (IBA 14.2.5.13) of the subnet manager of a managed fabric, which is master and increments its activity count
 * once per second. It refuses a handover.
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
    public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
        packet.attribute(new SmInfo()
                .guid(arrival.guid())
                .activityCount(1 + TimeUnit.NANOSECONDS.toSeconds(timeline.nanoTime() - start) & MASK)
                .state(SmState.MASTER));
        return Status.OK;
    }

    @Override
    public int set(FabricNode node, MadPacket packet, FabricPort arrival) {
        return Status.INVALID_VALUE;
    }
}
