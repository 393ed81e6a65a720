package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import org.jspecify.annotations.Nullable;

/** The port that the modifier of a subnet management attribute selects. */
final class PortSelection {
    private static final int PORT_BITS = 0xff;

    private PortSelection() {}

    /**
     * Returns the port with a number; for 0 on a channel adapter, the port at which the packet arrived. Returns null if
     * there is no such port.
     */
    static @Nullable FabricPort of(FabricNode node, long number, FabricPort arrival) {
        if (number == 0 && !node.forwards()) {
            return arrival;
        }
        return number > PORT_BITS ? null : node.port((int) number);
    }

    /** Returns the port with a number on a switch; on a channel adapter, the port at which the packet arrived. */
    static @Nullable FabricPort ofSwitch(FabricNode node, long number, FabricPort arrival) {
        return node.forwards() ? of(node, number, arrival) : arrival;
    }
}
