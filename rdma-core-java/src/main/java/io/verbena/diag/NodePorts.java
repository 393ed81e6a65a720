package io.verbena.diag;

import io.verbena.error.RdmaException;
import io.verbena.iba.NodeInfo;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.Path;

/** Asks a node what it is, for those who are about to ask for one of its ports. */
public final class NodePorts {
    private NodePorts() {}

    /**
     * The node at the end of a path.
     *
     * @throws RdmaException if it does not answer, or does not have the port
     */
    public static NodeInfo node(SubnetManagement mad, Path path, int port) {
        NodeInfo node = mad.subnGet(NodeInfo.class, path);
        if (port > node.numPorts()) {
            throw new RdmaException("there is no port " + port + "; the last is " + node.numPorts());
        }
        return node;
    }
}
