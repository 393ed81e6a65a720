package io.verbena.diag.link;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import java.util.List;

/**
 * The links of one node.
 *
 * @param guid of the node
 * @param type what kind of node
 * @param name its name
 * @param links of its ports, by number; without port 0 of a switch, which has none
 */
public record NodeLinks(Guid guid, NodeType type, String name, List<LinkReport> links) {
    /** Makes the list immutable. */
    public NodeLinks {
        links = List.copyOf(links);
    }
}
