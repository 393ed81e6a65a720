package io.verbena.diag;

import io.verbena.error.RdmaException;
import io.verbena.iba.NodeInfo;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.Path;

/** Checks that a node has a port. */
public final class NodePorts {
    private NodePorts() {}

    /**
     * Returns the NodeInfo of the node at the end of a path.
     *
     * @throws RdmaException if the node does not respond, or does not have the port
     */
    public static NodeInfo node(SubnetManagement mad, Path path, int port) {
        NodeInfo node = mad.subnGet(NodeInfo.class, path);
        if (port > node.numPorts()) {
            throw new RdmaException("the node has no port " + port + "; its last port is " + node.numPorts());
        }
        return node;
    }
}
