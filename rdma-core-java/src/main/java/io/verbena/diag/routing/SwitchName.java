package io.verbena.diag.routing;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.SwitchInfo;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.Path;
import io.verbena.subnet.NodeNameMap;

/**
 * A switch whose tables are read.
 *
 * @param path where it was asked
 * @param guid of the node
 * @param name of the node
 * @param ports how many ports it has beside port 0
 */
public record SwitchName(Path path, Guid guid, String name, int ports) {

    /** A switch and what it can do. */
    record Known(SwitchName name, SwitchInfo info) {}

    /**
     * Asks who is at a path.
     *
     * @throws RdmaException if it is no switch, or does not answer
     */
    static Known ask(SubnetManagement management, Path path, NodeNameMap names) {
        NodeInfo node = management.subnGet(NodeInfo.class, path);
        if (node.nodeType() != NodeType.SWITCH) {
            throw new RdmaException("the node at " + path + " is no switch, and has no forwarding tables: it is a "
                    + node.nodeType().text());
        }
        String own = management.subnGet(NodeDescription.class, path).nodeString();
        SwitchName name = new SwitchName(path, node.nodeGuid(), names.nameOf(node.nodeGuid(), own), node.numPorts());
        return new Known(name, management.subnGet(SwitchInfo.class, path));
    }
}
