package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.SlToVlMappingTable;

/**
 * SLtoVLMappingTable (IBA 14.2.5.8). On a switch, bits 15 to 8 of the modifier select the input port, bits 7 to 0 the
 * output port.
 */
final class ServiceLevelAttribute implements Attribute {
    private static final int PORT_BITS = 0xff;

    @Override
    public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
        return exchange(node, packet, arrival, false);
    }

    @Override
    public int set(FabricNode node, MadPacket packet, FabricPort arrival) {
        return exchange(node, packet, arrival, true);
    }

    private static int exchange(FabricNode node, MadPacket packet, FabricPort arrival, boolean set) {
        long modifier = packet.header().attributeModifier();
        int in = node.forwards() ? (int) (modifier >>> Byte.SIZE & PORT_BITS) : 0;
        FabricPort out = PortSelection.ofSwitch(node, modifier & PORT_BITS, arrival);
        boolean known = in <= node.numPorts() && (!node.forwards() || modifier >>> Short.SIZE == 0);
        if (out == null || !known) {
            return Status.INVALID_VALUE;
        }
        if (set) {
            node.serviceLevels().table(in, out.number(), packet.attribute(SlToVlMappingTable.LAYOUT));
        }
        packet.attribute(node.serviceLevels().table(in, out.number(), out.lanes()));
        return Status.OK;
    }
}
