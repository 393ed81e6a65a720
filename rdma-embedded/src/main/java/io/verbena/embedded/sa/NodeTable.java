package io.verbena.embedded.sa;

import io.verbena.iba.Lid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeRecord;

/** NodeRecord, IBA 15.2.5.2: one for each addressable port. */
final class NodeTable extends RecordTable<SubnetPort, NodeRecord> {
    private static final long LID = NodeRecord.LAYOUT.componentMask("lid");
    private static final int INFO = NodeRecord.LAYOUT.field("nodeInfo").bit() / Byte.SIZE;
    private static final int DESCRIPTION =
            NodeRecord.LAYOUT.field("nodeDescription").bit() / Byte.SIZE;

    private final Subnet subnet;

    NodeTable(Subnet subnet) {
        super(NodeRecord.LAYOUT);
        this.subnet = subnet;
    }

    @Override
    long handled(SaRequest request) {
        return LID;
    }

    @Override
    void offer(SaRequest request, NodeRecord wanted, Rows<SubnetPort, NodeRecord> rows) {
        if (request.has(LID)) {
            SubnetPort port = subnet.port(wanted.lid().bits());
            if (port != null) {
                rows.offer(port, 0);
            }
        } else {
            EndPorts.of(subnet, port -> rows.offer(port, 0));
        }
    }

    @Override
    boolean write(SubnetPort port, int number, NodeRecord record, byte[] bytes, boolean trusted) {
        record.lid(Lid.of(port.lid()));
        return port.read(NodeInfo.LAYOUT, 0, bytes, INFO) && port.read(NodeDescription.LAYOUT, 0, bytes, DESCRIPTION);
    }
}
