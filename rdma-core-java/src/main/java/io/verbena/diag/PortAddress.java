package io.verbena.diag;

import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.Path;

/**
 * By what a port is addressed.
 *
 * @param gid the GID of its GUID in its subnet
 * @param lid the first of its LIDs; {@link Lid#NONE} as long as no subnet manager has given it any
 * @param lmc how many low bits of the LID are free to choose
 */
public record PortAddress(Gid gid, Lid lid, int lmc) {

    /**
     * Asks the port at the end of a path; of a switch its port 0.
     *
     * @throws io.verbena.error.RdmaException if it does not answer
     */
    public static PortAddress read(SubnetManagement management, Path path) {
        NodeInfo node = management.subnGet(NodeInfo.class, path);
        int number = node.nodeType() == NodeType.SWITCH ? 0 : node.localPortNum();
        PortInfo port = management.subnGet(PortInfo.class, path, number);
        return new PortAddress(new Gid(port.gidPrefix(), node.portGuid().bits()), port.lid(), port.lmc());
    }

    /** The last of its LIDs. */
    public int lastLid() {
        return lid.bits() + (1 << lmc) - 1;
    }
}
