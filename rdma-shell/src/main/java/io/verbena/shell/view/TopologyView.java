package io.verbena.shell.view;

import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetTopology;
import java.util.List;

/** A subnet in the text of ibnetdiscover. */
public final class TopologyView {
    private TopologyView() {}

    /** The whole text, with speeds and widths as numbers, too, if {@code full}. */
    public static List<String> of(Subnet subnet, NodeNameMap names, boolean full) {
        return List.of(SubnetTopology.of(subnet, names).toString());
    }
}
