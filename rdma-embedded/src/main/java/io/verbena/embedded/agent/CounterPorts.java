package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Port;
import java.util.List;

/** The ports that a PortSelect means (IBA 16.1.3.5). */
final class CounterPorts {
    private static final int ALL = 0xff;

    private CounterPorts() {}

    /** All that it selects; none if there is no such port. */
    static List<Port> selected(Node node, int portSelect) {
        if (portSelect == ALL) {
            return node.ports().filter(port -> port.number() != 0).toList();
        }
        Port port = node.port(portSelect);
        return port == null ? List.of() : List.of(port);
    }
}
