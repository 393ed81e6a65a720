package io.verbena.diag.link;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import java.util.List;

/**
 * The links of a node.
 *
 * @param guid the GUID of the node
 * @param type the type of the node
 * @param name the name of the node
 * @param links the links of its ports by number; port 0 of a switch has none
 */
public record NodeLinks(Guid guid, NodeType type, String name, List<PortLink> links) {
    /** Copies the list. */
    public NodeLinks {
        links = List.copyOf(links);
    }
}
