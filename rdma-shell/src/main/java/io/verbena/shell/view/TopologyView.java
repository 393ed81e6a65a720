package io.verbena.shell.view;

import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetTopology;
import io.verbena.topology.TopologyOrigin;
import io.verbena.topology.TopologyWriter;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;

/** A subnet in the text of ibnetdiscover. */
public final class TopologyView {
    private TopologyView() {}

    /** The whole text, with speeds and widths as numbers, too, if {@code full}, and these notes at its head. */
    public static List<String> of(Subnet subnet, NodeNameMap names, boolean full, List<String> notes) {
        TopologyOrigin origin = new TopologyOrigin(
                LocalDateTime.now(ZoneId.systemDefault()),
                subnet.origin().node().guid(),
                subnet.origin().guid(),
                notes);
        return TopologyWriter.write(SubnetTopology.of(subnet, names), origin, full)
                .lines()
                .toList();
    }
}
