package io.verbena.spring.boot.event;

import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.subnet.diff.SubnetDiff;
import java.time.Instant;

/**
 * Nodes, ports or links are not the same. A node that does not answer is gone, too, as far as the difference knows; {@link
 * SubnetSnapshot#failures} tells.
 *
 * @param before as it was
 * @param after as it is
 * @param difference between the two; not empty
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
