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
 * @param path the path of the requests
 * @param guid the GUID of the switch
 * @param name the name of the switch
 * @param ports the number of its external ports
 */
public record SwitchName(Path path, Guid guid, String name, int ports) {

    /** A switch and its SwitchInfo. */
    record Known(SwitchName name, SwitchInfo info) {}

    /**
     * Queries the switch at a path.
     *
     * @throws RdmaException if the node is not a switch, or does not respond
     */
    static Known ask(SubnetManagement management, Path path, NodeNameMap names) {
        NodeInfo node = management.subnGet(NodeInfo.class, path);
        if (node.nodeType() != NodeType.SWITCH) {
            throw new RdmaException("the node at " + path + " is not a switch and has no forwarding tables: it is a "
                    + node.nodeType().text());
        }
        String own = management.subnGet(NodeDescription.class, path).nodeString();
        SwitchName name = new SwitchName(path, node.nodeGuid(), names.nameOf(node.nodeGuid(), own), node.numPorts());
        return new Known(name, management.subnGet(SwitchInfo.class, path));
    }
}
