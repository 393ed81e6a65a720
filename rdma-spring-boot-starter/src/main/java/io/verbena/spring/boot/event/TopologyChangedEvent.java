package io.verbena.spring.boot.event;

import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.subnet.diff.SubnetDiff;
import java.time.Instant;

/**
 * Published when nodes, ports or links differ from the previous reading. A node that does not respond counts as gone;
 * see {@link SubnetSnapshot#failures}.
 *
 * @param before the previous reading
 * @param after the current reading
 * @param difference the differences, at least one
 */
public record TopologyChangedEvent(SubnetSnapshot before, SubnetSnapshot after, SubnetDiff difference)
        implements SubnetEvent {
    @Override
    public Instant at() {
        return after.taken();
    }

    @Override
    public String text() {
        return "the topology has changed at " + difference.nodes().size() + " nodes: "
                + after.subnet().nodes().size() + " nodes, before "
                + before.subnet().nodes().size();
    }
}
