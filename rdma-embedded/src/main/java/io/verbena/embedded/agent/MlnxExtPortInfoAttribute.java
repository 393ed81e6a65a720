package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.MlnxExtPortInfo;
import io.verbena.topology.TopologyPort;

/** MLNXExtPortInfo: whether the link runs at FDR10, which PortInfo shows as QDR. Only nodes of Mellanox have it. */
final class MlnxExtPortInfoAttribute implements Attribute {
    private static final int MELLANOX = 0x2c9;
    private static final int FDR10 = 1;

    @Override
    public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
        if (node.model().vendorId() != MELLANOX) {
            return Status.ATTRIBUTE_NOT_SUPPORTED;
        }
        FabricPort port = PortSelection.of(node, packet.header().attributeModifier(), arrival);
        if (port == null) {
            return Status.INVALID_VALUE;
        }
        TopologyPort model = port.model();
        boolean fdr10 = model != null && model.speed() == LaneSpeed.FDR10;
        MlnxExtPortInfo info = new MlnxExtPortInfo();
        if (fdr10) {
            info.linkSpeedSupported(FDR10).linkSpeedEnabled(FDR10).linkSpeedActive(port.isUp() ? FDR10 : 0);
        }
        packet.attribute(info);
        return Status.OK;
    }
}
