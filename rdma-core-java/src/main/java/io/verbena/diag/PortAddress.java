package io.verbena.diag;

import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.Path;

/**
 * The address of a port.
 *
 * @param gid the GID of the port in its subnet
 * @param lid the base LID; {@link Lid#NONE} if no subnet manager has assigned one
 * @param lmc the number of low bits of the LID that path selection may use
 */
public record PortAddress(Gid gid, Lid lid, int lmc) {

    /**
     * Reads the address of the port at the end of a path; of a switch, that of port 0.
     *
     * @throws io.verbena.error.RdmaException if the port does not respond
     */
    public static PortAddress read(SubnetManagement management, Path path) {
        NodeInfo node = management.subnGet(NodeInfo.class, path);
        int number = node.nodeType() == NodeType.SWITCH ? 0 : node.localPortNum();
        PortInfo port = management.subnGet(PortInfo.class, path, number);
        return new PortAddress(new Gid(port.gidPrefix(), node.portGuid().bits()), port.lid(), port.lmc());
    }

    /** Returns the last LID of the port. */
    public int lastLid() {
        return lid.bits() + (1 << lmc) - 1;
    }
}
