package io.verbena.shell.view;

import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetTopology;
import io.verbena.subnet.chassis.ChassisGrouping;
import io.verbena.subnet.chassis.ChassisTopology;
import io.verbena.topology.TopologyGrouping;
import io.verbena.topology.TopologyOrigin;
import io.verbena.topology.TopologyWriter;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;

/** Renders a subnet in the format of ibnetdiscover. */
public final class TopologyView {
    private TopologyView() {}

    /** Returns the whole text, with numeric speeds and widths if {@code full}, and the notes in its head. */
    public static List<String> of(Subnet subnet, NodeNameMap names, boolean full, List<String> notes) {
        return TopologyWriter.write(SubnetTopology.of(subnet, names), origin(subnet, notes), full)
                .lines()
                .toList();
    }

    /** Returns the whole text grouped by chassis. */
    public static List<String> grouped(Subnet subnet, NodeNameMap names, boolean full, List<String> notes) {
        TopologyGrouping chassis = ChassisTopology.of(subnet, ChassisGrouping.of(subnet));
        return TopologyWriter.write(SubnetTopology.of(subnet, names), chassis, origin(subnet, notes), full)
                .lines()
                .toList();
    }

    private static TopologyOrigin origin(Subnet subnet, List<String> notes) {
        return new TopologyOrigin(
                LocalDateTime.now(ZoneId.systemDefault()),
                subnet.origin().node().guid(),
                subnet.origin().guid(),
                notes);
    }
}
