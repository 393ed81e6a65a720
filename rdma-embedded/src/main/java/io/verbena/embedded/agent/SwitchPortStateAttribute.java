package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.iba.SwitchPortStateTable;

/** SwitchPortStateTable, IBA 14.2.5.20: 128 ports a block. */
final class SwitchPortStateAttribute implements Attribute {
    private static final int BLOCK = 128;

    @Override
    public int get(Node node, Packet packet, Port arrival) {
        if (!node.forwards()) {
            return Status.ATTRIBUTE_NOT_SUPPORTED;
        }
        long first = packet.header().attributeModifier() * BLOCK;
        if (first > node.numPorts()) {
            return Status.INVALID_VALUE;
        }
        SwitchPortStateTable table = new SwitchPortStateTable();
        for (int i = 0; i < BLOCK; i++) {
            Port port = node.port((int) first + i);
            if (port != null) {
                table.portState(i, port.state());
            }
        }
        packet.attribute(table);
        return Status.OK;
    }
}
