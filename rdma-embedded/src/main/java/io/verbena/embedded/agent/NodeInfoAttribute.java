package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.iba.NodeInfo;

/** NodeInfo, IBA 14.2.5.3. */
final class NodeInfoAttribute implements Attribute {
    private static final int VERSION = 1;
    private static final int PARTITIONS = 128;

    @Override
    public int get(Node node, Packet packet, Port arrival) {
        packet.clearedAttribute(NodeInfo.LAYOUT)
                .baseVersion(VERSION)
                .classVersion(VERSION)
                .nodeType(node.type())
                .numPorts(node.numPorts())
                .systemImageGuid(node.systemImageGuid())
                .nodeGuid(node.guid())
                .portGuid(arrival.guid())
                .partitionCap(PARTITIONS)
                .deviceId(node.model().deviceId())
                .localPortNum(arrival.number())
                .vendorId(node.model().vendorId());
        return Status.OK;
    }
}
