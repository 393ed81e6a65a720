package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.SwitchPortStateTable;

/** SwitchPortStateTable (IBA 14.2.5.20), with 128 ports per block. */
final class SwitchPortStateAttribute implements Attribute {
    private static final int BLOCK = 128;

    @Override
    public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
        if (!node.forwards()) {
            return Status.ATTRIBUTE_NOT_SUPPORTED;
        }
        long first = packet.header().attributeModifier() * BLOCK;
        if (first > node.numPorts()) {
            return Status.INVALID_VALUE;
        }
        SwitchPortStateTable table = new SwitchPortStateTable();
        for (int i = 0; i < BLOCK; i++) {
            FabricPort port = node.port((int) first + i);
            if (port != null) {
                table.portState(i, port.state());
            }
        }
        packet.attribute(table);
        return Status.OK;
    }
}
