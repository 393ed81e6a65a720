package io.verbena.diag.counters;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import java.util.List;

/**
 * The results of the ports of a node.
 *
 * @param guid the GUID of the node
 * @param type the type of the node
 * @param name the name of the node
 * @param ports the ports with results, the sum first
 */
public record NodeErrors(Guid guid, NodeType type, String name, List<PortErrors> ports) {
    /** Copies the list. */
    public NodeErrors {
        ports = List.copyOf(ports);
    }
}
