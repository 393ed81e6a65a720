package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Port;
import org.jspecify.annotations.Nullable;

/** Which port the modifier of a subnet management attribute means. */
final class PortSelection {
    private static final int PORT_BITS = 0xff;

    private PortSelection() {}

    /** A port by number; 0 of a channel adapter is the port where the packet came in. Null for one that is not there. */
    static @Nullable Port of(Node node, long number, Port arrival) {
        if (number == 0 && !node.forwards()) {
            return arrival;
        }
        return number > PORT_BITS ? null : node.port((int) number);
    }

    /** The port of a table that only switches number: on a channel adapter, the one where the packet came in. */
    static @Nullable Port ofSwitch(Node node, long number, Port arrival) {
        return node.forwards() ? of(node, number, arrival) : arrival;
    }
}
