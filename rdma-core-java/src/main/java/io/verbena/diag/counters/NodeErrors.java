package io.verbena.diag.counters;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import java.util.List;

/**
 * What is to be said of the ports of one node.
 *
 * @param guid of the node
 * @param type what kind of node
 * @param name its name
 * @param ports those of which something is to be said; the sum first
 */
public record NodeErrors(Guid guid, NodeType type, String name, List<PortErrors> ports) {
    /** Makes the list immutable. */
    public NodeErrors {
        ports = List.copyOf(ports);
    }
}
