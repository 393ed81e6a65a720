package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.NodeInfo;

/** NodeInfo (IBA 14.2.5.3). */
final class NodeInfoAttribute implements Attribute {
    private static final int VERSION = 1;
    private static final int PARTITIONS = 128;

    @Override
    public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
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
